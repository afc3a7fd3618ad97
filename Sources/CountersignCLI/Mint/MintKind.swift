/// What `countersign mint` makes.
enum MintKind: Equatable {
    case ca, intermediate, server, client

    init(_ word: String) throws(UsageError) {
        switch word {
        case "ca": self = .ca
        case "intermediate": self = .intermediate
        case "server": self = .server
        case "client": self = .client
        default: throw UsageError("'" + word + "' is none of ca, intermediate, server and client")
        }
    }

    var name: String {
        switch self {
        case .ca: "ca"
        case .intermediate: "intermediate"
        case .server: "server"
        case .client: "client"
        }
    }

    var isAuthority: Bool { self == .ca || self == .intermediate }

    /// How long it is valid when nothing is said. 397 days are what browsers and Apple's systems allow a server.
    var days: Int64 {
        switch self {
        case .ca: 3_653
        case .intermediate: 1_826
        case .server, .client: 397
        }
    }
}
