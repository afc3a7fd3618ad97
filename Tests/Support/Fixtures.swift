import Foundation

/// Where the tests' files are: the repository, the throw-away certificates, the corpora from outside.
public enum Fixtures {
    /// The repository's root, found from this file's place.
    public static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folder that `make fixtures` fills. `COUNTERSIGN_FIXTURES` names another one.
    public static let folder =
        ProcessInfo.processInfo.environment["COUNTERSIGN_FIXTURES"].map { URL(fileURLWithPath: $0) }
        ?? repository.appendingPathComponent("build/fixtures")

    /// A moment at which every fixture that isn't meant to be out of date is valid: 2030-01-01T00:00:00Z, in seconds
    /// since 1970.
    public static let clock: Int64 = 1_893_456_000

    /// The path of one file. Throws, naming the remedy, when it isn't there.
    public static func path(_ name: String) throws -> String {
        let path = folder.appendingPathComponent(name).path
        guard FileManager.default.fileExists(atPath: path) else {
            throw TestSupportError("no \(name) in \(folder.path): run `make fixtures` first")
        }
        return path
    }

    /// The contents of one file.
    public static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
    }

    /// The contents of one text file.
    public static func text(_ name: String) throws -> String {
        String(decoding: try bytes(name), as: UTF8.self)
    }

    /// The DER certificates of a chain file, in its order.
    public static func chain(_ name: String) throws -> [[UInt8]] {
        var certificates: [[UInt8]] = []
        for block in try text("\(name).chain.pem").components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst() {
            let body = block.components(separatedBy: "-----END")[0]
            guard let der = Data(base64Encoded: body, options: .ignoreUnknownCharacters) else {
                throw TestSupportError("\(name).chain.pem has a block that isn't Base64")
            }
            certificates.append([UInt8](der))
        }
        return certificates
    }

    /// One of the corpora beside the repository, or nil, said once, where there are none.
    public static func corpus(_ name: String) -> URL? {
        let folder = repository.deletingLastPathComponent().appendingPathComponent("shared/corpora/\(name)")
        guard FileManager.default.fileExists(atPath: folder.path) else {
            print("skipped: no corpora (\(folder.path))")
            return nil
        }
        return folder
    }
}
