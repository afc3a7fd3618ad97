/// The mbedTLS underneath, and this library.
public enum LibraryVersion {
    /// Countersign's own, such as "0.1.0".
    public static let countersign: StaticString = "0.1.0"

    /// Such as "2.28.3".
    public static var text: String {
        let version = Library.version
        return String(version >> 24) + "." + String(version >> 16 & 0xFF) + "." + String(version >> 8 & 0xFF)
    }

    /// Whether it has TLS 1.3.
    public static var supportsTLS13: Bool { Library.supportsTLS13 }
}
