/// What an import may do and must insist on. The default suits a file that a person made for this program.
public struct ImportOptions: Equatable, Sendable {
    /// Most hash iterations that a file may ask for, over all its MACs and encryptions and all passphrase encodings
    /// that are tried. Exceeding it throws `workLimitExceeded` before that derivation is begun.
    ///
    /// The default, 12 million, is some seconds on a server and about a minute on a Raspberry Pi. It leaves room for a
    /// store with 600,000 iterations (OWASP's figure, which Firefox uses) in its MAC, its key and its certificates,
    /// each of which costs as many iterations as the derived bytes take blocks, and for a second passphrase encoding.
    /// Every private key counts as 4,000 more, for deriving its public half.
    public var iterationLimit: UInt64 = 12_000_000

    /// Refuses stores without a MAC. Off by default: such files are common; `StoreIntegrity.absent` shows them.
    public var requiresIntegrity: Bool = false

    /// Tries again with the passphrase as old software encoded it when everything else has failed: each UTF-8 byte as
    /// one BMPString character, then Latin-1. Off by default, as it widens what opens a file.
    public var triesLegacyPassphraseEncodings: Bool = false

    /// Most bytes that a file may have. Real stores have some kilobytes; trust stores some megabytes.
    public var sizeLimit: Int = 64 << 20

    public init() {}
}
