// Handshakes of Countersign, mbedTLS alone and OpenSSL, counted on the client's side only.
//
//   handshakes-benchmark measure CERTIFICATES OUTPUT.json ROUNDS [--brief]      time, allocations, heap
//   valgrind --tool=callgrind --collect-atstart=no handshakes-benchmark count CERTIFICATES REPETITIONS [--brief]
//
// Progress goes to standard error.
import Countersign
import Foundation

func tell(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
}

func usage() -> Never {
    tell("usage: handshakes-benchmark measure CERTIFICATES OUTPUT.json ROUNDS [--brief] [--only TEXT]")
    tell("       handshakes-benchmark count CERTIFICATES REPETITIONS [--brief] [--only TEXT]")
    exit(64)
}

func run() throws {
    var words = Array(CommandLine.arguments.dropFirst())
    let isBrief = words.contains("--brief")
    words.removeAll { $0 == "--brief" }
    var only = ""
    if let index = words.firstIndex(of: "--only"), index + 1 < words.count {
        only = words[index + 1]
        words.removeSubrange(index...index + 1)
    }
    guard words.count >= 3 else { usage() }
    let cases = Case.all(supportsTLS13: LibraryVersion.supportsTLS13, isBrief: isBrief)
        .filter { only.isEmpty || $0.name.contains(only) }
    switch (words[0], words.count) {
    case ("measure", 4):
        guard let rounds = Int(words[3]), rounds >= 0 else { usage() }
        var rows: [Row] = []
        for wanted in cases {
            tell("mbedTLS \(LibraryVersion.text), \(wanted.name)")
            rows += try Bench(wanted, certificates: words[1]).measure(rounds: rounds)
        }
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        try encoder.encode(rows).write(to: URL(fileURLWithPath: words[2]))
    case ("count", 3):
        guard let repetitions = Int(words[2]), repetitions > 0 else { usage() }
        for wanted in cases {
            tell("mbedTLS \(LibraryVersion.text), instructions, \(wanted.name)")
            try Bench(wanted, certificates: words[1]).count(repetitions: repetitions)
        }
    default: usage()
    }
}

do {
    try run()
} catch {
    tell("handshakes-benchmark: \(error)")
    exit(1)
}
