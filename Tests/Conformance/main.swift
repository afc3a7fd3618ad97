import Foundation

let arguments = CommandLine.arguments
switch arguments.count > 2 ? arguments[1] : "" {
case "pkcs12": runPKCS12(tablePath: arguments[2])
default:
    FileHandle.standardError.write(Data("usage: conformance pkcs12 TABLE\n".utf8))
    exit(64)
}
