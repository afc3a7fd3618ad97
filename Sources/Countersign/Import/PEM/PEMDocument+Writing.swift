extension PEMDocument {
    /// One block in RFC 7468's strict form, with a final line end. Not for secrets: nothing wipes a `String`.
    @export(interface)
    public static func encoded(_ contents: [UInt8], label: String) -> String {
        var text = "-----BEGIN \(label)-----\n"
        let base64 = base64Encoded(contents.span)
        var start = 0
        while start < base64.count {
            let end = min(start + 64, base64.count)
            for index in start..<end { text.unicodeScalars.append(Unicode.Scalar(base64[index])) }
            text += "\n"
            start = end
        }
        text += "-----END \(label)-----\n"
        return text
    }
}
