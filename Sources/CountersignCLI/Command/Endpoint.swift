/// HOST, HOST:PORT, [IPv6] or [IPv6]:PORT.
struct Endpoint {
    let host: String
    let port: UInt16?

    init(_ text: String) throws(UsageError) {
        let bytes = Array(text.utf8)
        var hostBytes = bytes[...]
        var portBytes: ArraySlice<UInt8>?
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else {
                throw UsageError("'" + text + "' lacks its closing bracket")
            }
            hostBytes = bytes[1..<end]
            let rest = bytes[(end + 1)...]
            guard rest.isEmpty || rest.first == UInt8(ascii: ":") else {
                throw UsageError("'" + text + "' has something other than a port behind its bracket")
            }
            if !rest.isEmpty { portBytes = rest.dropFirst() }
        } else if bytes.filter({ $0 == UInt8(ascii: ":") }).count == 1 {
            // More than one colon is an IPv6 address without brackets, and so without a port.
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))!
            hostBytes = bytes[..<colon]
            portBytes = bytes[(colon + 1)...]
        }
        guard !hostBytes.isEmpty else { throw UsageError("'" + text + "' names no host") }
        host = String(decoding: hostBytes, as: UTF8.self)
        guard let portBytes else {
            port = nil
            return
        }
        guard let number = UInt16(String(decoding: portBytes, as: UTF8.self)), number > 0 else {
            throw UsageError("'" + text + "' has a port that is no number from 1 to 65535")
        }
        port = number
    }
}
