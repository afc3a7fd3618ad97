import Foundation
import Testing

@Suite("The steps of RFC 5280 §6.1 can be found")
struct CitationTests {
    /// Every lettered step that decides something, as it is cited.
    static let steps = [
        "§6.1.2 (a)", "§6.1.2 (e)", "§6.1.2 (f)", "§6.1.2 (j)", "§6.1.2 (k)",
        "§6.1.3 (a)(1)", "§6.1.3 (a)(2)", "§6.1.3 (a)(4)", "§6.1.3 (b)", "§6.1.3 (c)", "§6.1.3 (d)", "§6.1.3 (e)",
        "§6.1.3 (f)",
        "§6.1.4 (a)", "§6.1.4 (b)", "§6.1.4 (g)", "§6.1.4 (h)", "§6.1.4 (i)", "§6.1.4 (j)", "§6.1.4 (k)", "§6.1.4 (l)",
        "§6.1.4 (m)", "§6.1.4 (n)", "§6.1.4 (o)",
        "§6.1.5 (a)", "§6.1.5 (b)", "§6.1.5 (f)", "§6.1.5 (g)",
    ]

    private static func text(of folder: String) throws -> String {
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { package.deleteLastPathComponent() }
        let root = package.appendingPathComponent(folder)
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        var text = ""
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift", file.lastPathComponent != "CitationTests.swift" else { continue }
            text += try String(contentsOf: file, encoding: .utf8)
        }
        // A citation may be broken across two comment lines.
        return text.replacing(#/\n\s*///?\s*/#, with: " ")
    }

    @Test(
        "Each step is cited beside the code that takes it and in a test",
        arguments: [
            "Sources/CountersignCore/Trust", "Tests/CountersignCore/Trust",
        ])
    func cited(_ folder: String) throws {
        let text = try Self.text(of: folder)
        let missing = Self.steps.filter { !text.contains($0) }
        #expect(missing == [])
    }
}
