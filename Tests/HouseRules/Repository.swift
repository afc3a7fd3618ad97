import Foundation
import TestSupport

/// The files that the rules read: the real ones, or a few made up to show that a rule can fail.
struct Repository: Sendable {
    let files: [SourceFile]

    /// Made-up files by path.
    init(_ texts: [String: String]) {
        files = texts.map { SourceFile(path: $0.key, text: $0.value) }.sorted { $0.path < $1.path }
    }

    /// The repository that this test was built from.
    static let real: Repository = {
        var texts: [String: String] = [:]
        let root = Fixtures.repository
        for folder in ["Sources", "Tests", "CInterop", "Benchmarks", "scripts", ".ci"] {
            let paths = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
            while let path = paths?.nextObject() as? String {
                let file = root.appendingPathComponent(folder).appendingPathComponent(path)
                guard let text = try? String(contentsOf: file, encoding: .utf8) else { continue }
                if ["swift", "c", "h", "sh"].contains(file.pathExtension) || text.hasPrefix("#!") {
                    texts["\(folder)/\(path)"] = text
                }
            }
        }
        return Repository(texts)
    }()

    /// The Swift files below a folder.
    func swift(in folder: String) -> [SourceFile] {
        files.filter { $0.path.hasPrefix(folder + "/") && $0.path.hasSuffix(".swift") }
    }
}

/// One place where a rule is broken.
struct Violation: CustomStringConvertible, Hashable {
    let path: String
    let line: Int
    let what: String

    var description: String { "\(path):\(line): \(what)" }
}
