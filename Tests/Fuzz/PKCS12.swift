import Countersign

/// Key stores in BER and DER. The limit keeps key derivation from eating the time.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPKCS12(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var options = ImportOptions()
    options.iterationLimit = 20_000
    options.triesLegacyPassphraseEncodings = true
    let file = [UInt8](UnsafeBufferPointer(start: start, count: count))
    _ = try? importPKCS12(file, passphrase: "111111", options: options)
    _ = try? Identity.importing(file, passphrase: nil, options: options)
    return 0
}
