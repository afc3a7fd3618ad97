import Countersign

/// An OCSP response (RFC 6960 §4.2.1).
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOCSPResponses(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    _ = try? OCSPResponse(input.span)
    return 0
}
