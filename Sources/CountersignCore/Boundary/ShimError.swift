internal import CCountersign

/// What the shim can say about a failure. `ConnectionError` is what people see.
package struct ShimError: Error, Equatable {
    package var code: FailureCode
    /// mbedTLS's own number or an errno, for diagnostics; 0 if there is none.
    package var native: Int32 = 0
    package var alertReceived: Alert?
    package var alertSent: Alert?
    package var certificateIndex: Int?

    package init(_ code: FailureCode, native: Int32 = 0) {
        self.code = code
        self.native = native
    }

    init(_ code: ccountersign_code, native: Int32 = 0) {
        self.init(FailureCode(code), native: native)
    }
}
