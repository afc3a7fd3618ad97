/// The mbedTLS underneath.
public enum LibraryVersion {
    /// Such as "2.28.3".
    public static var text: String {
        let version = Library.version
        return String(version >> 24) + "." + String(version >> 16 & 0xFF) + "." + String(version >> 8 & 0xFF)
    }

    /// Whether it has TLS 1.3.
    public static var supportsTLS13: Bool { Library.supportsTLS13 }
}
