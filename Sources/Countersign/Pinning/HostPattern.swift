/// A pattern of hosts as it is looked up.
struct HostPattern: Equatable {
    enum Reach {
        case exact, oneLabel, anyDepth
    }

    let reach: Reach
    /// In lower case, A-labels only; of an address the octets.
    let name: [UInt8]
    let isAddress: Bool

    /// Throws `.invalidPattern`: a pattern that would match nothing isn't passed over in silence.
    init(_ text: String) throws(PinningError) {
        if let given = IPAddress(Array(text.utf8).span) {
            let address = given.unmapped
            reach = .exact
            isAddress = true
            name = address.bytes.indices.map { address.bytes[$0] }
            return
        }
        var body = Array(text.utf8)[...]
        if body.starts(with: [0x2a, 0x2a, 0x2e]) {
            reach = .anyDepth
            body = body.dropFirst(3)
        } else if body.starts(with: [0x2a, 0x2e]) {
            reach = .oneLabel
            body = body.dropFirst(2)
        } else {
            reach = .exact
        }
        isAddress = false
        guard !body.contains(UInt8(ascii: "*")) else {
            throw PinningError(
                .invalidPattern, text, "an asterisk stands for whole labels at the front alone: *. or **.")
        }
        guard !body.contains(UInt8(ascii: "/")) else {
            throw PinningError(.invalidPattern, text, "a host is wanted, not a URL")
        }
        guard !body.contains(UInt8(ascii: ":")) else {
            throw PinningError(.invalidPattern, text, "pins hold for a host, whatever the port: leave it out")
        }
        guard let ascii = InternationalName.ascii(body), let valid = DNSName(ascii.span) else {
            throw PinningError(.invalidPattern, text, "neither a host name nor an IP address")
        }
        name = valid.bytes.indices.map { valid.bytes[$0] }
    }
}

extension HostPattern {
    /// Whether some host that the other pattern names would be a host of this one.
    func includes(_ other: HostPattern, withSubdomains: Bool) -> Bool {
        guard !isAddress, !other.isAddress else { return false }
        guard reach != .exact || withSubdomains else { return false }
        return other.name == name
            || other.name.count > name.count + 1
                && other.name[other.name.count - name.count - 1] == 0x2e && other.name.suffix(name.count) == name[...]
    }
}
