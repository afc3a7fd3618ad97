import Countersign

/// Private keys in DER: PKCS #8, plain and encrypted, PKCS #1, SEC1.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPKCS8(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var options = ImportOptions()
    options.iterationLimit = 20_000
    let file = [UInt8](UnsafeBufferPointer(start: start, count: count))
    _ = FileForm(sniffing: file)
    _ = try? PrivateKey(file, passphrase: "secret", options: options)
    return 0
}
