// Runs Countersign's trust evaluation over case collections of other projects: see `usage`.
import Foundation

let usage = """
    usage: conformance trust FILE...      cases in the x509-limbo schema
           conformance hostname FILE      a table of name-matching facts
           conformance pkcs12 FILE        a table of key stores
           conformance pins FILE          a table of pins, of patterns of hosts, of forms of pins
    Standard output: one JSON object of results. Standard error: scores. Exit 0 when every case is right or listed with
    its reason in divergences.json, 1 when one isn't, or when a listed one has come right; 64 for bad usage, 65 for
    input that can't be read.

    """

let arguments = CommandLine.arguments.dropFirst()
do {
    switch arguments.first {
    case "trust" where arguments.count >= 2:
        exit(try TrustRun(files: Array(arguments.dropFirst())).run())
    case "hostname" where arguments.count == 2:
        exit(try HostnameRun(file: arguments.last ?? "").run())
    case "pkcs12" where arguments.count == 2:
        runPKCS12(tablePath: arguments.last ?? "")
    case "pins" where arguments.count == 2:
        exit(try PinsRun(file: arguments.last ?? "").run())
    default:
        FileHandle.standardError.write(Data(usage.utf8))
        exit(64)
    }
} catch {
    FileHandle.standardError.write(Data("conformance: \(error)\n".utf8))
    exit(65)
}
