import Countersign

/// PEM in its three strictnesses, and everything that reads PEM files.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPEM(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let file = [UInt8](UnsafeBufferPointer(start: start, count: count))
    for strictness in [PEMStrictness.strict, .standard, .lax] { _ = try? PEMDocument(file, strictness: strictness) }
    _ = try? importCertificates(file)
    _ = try? Identity(certificateFile: file, keyFile: file, passphrase: "secret")
    return 0
}
