/// A passphrase, held in memory that is wiped when the last reference goes. It never prints itself.
///
/// A literal is a passphrase (`importPKCS12(bytes, passphrase: "111111")`); whoever read one from a file or terminal
/// gives its UTF-8 bytes, so that no `String` keeps a copy.
///
/// Counterpart: kSecImportExportPassphrase.
public final class Passphrase: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private let secret: SecretBytes

    /// The passphrase in a string. The string's own memory is Swift's and isn't wiped.
    public init(_ text: String) {
        var bytes = SecretBytes(count: text.utf8.count)
        var target = bytes.mutableSpan
        var index = 0
        for byte in text.utf8 where index < target.count {
            target[index] = byte
            index += 1
        }
        secret = bytes
    }

    /// The passphrase in UTF-8; `bytes` is wiped. Ill-formed UTF-8 is taken as Latin-1 where characters matter.
    public init(utf8 bytes: inout [UInt8]) {
        secret = SecretBytes(copying: bytes.span)
        var source = bytes.mutableSpan
        wipe(&source)
    }

    public convenience init(stringLiteral value: String) {
        self.init(value)
    }

    public var description: String { "(passphrase)" }

    package var isEmpty: Bool { secret.isEmpty }

    /// The passphrase in one encoding; nil when it has none such.
    func encoded(as encoding: PassphraseEncoding) -> SecretBytes? {
        encoding.encode(secret)
    }
}
