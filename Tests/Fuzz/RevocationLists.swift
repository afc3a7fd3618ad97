import Countersign

/// A revocation list (RFC 5280 §5).
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRevocationLists(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let list = try? RevocationList(input.span) { _ = list.issuer.matches(list.issuer) }
    return 0
}
