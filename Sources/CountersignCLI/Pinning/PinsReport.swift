import Countersign

/// Pins in every form, and which of them to pin.
struct PinsReport {
    let source: String
    /// Whom they are for; nil for a file's.
    let host: String?
    let subjects: [PinSubject]
    /// Nil for a file's.
    let isVerified: Bool?

    func text(_ style: Style) -> String {
        var text = ""
        if isVerified == false { text += style.bad("UNVERIFIED: nothing vouches for these pins") + "\n\n" }
        for (index, subject) in subjects.enumerated() {
            let title = subjects.count == 1 ? source : source + ", " + String(index + 1)
            text += style.strong(title + ": " + PinsReport.describe(subject)) + "\n"
            if !subject.key.isEmpty { text += "  key          " + subject.key + "\n" }
            for form in PinForm.allCases {
                guard let pin = form.text(subject) else { continue }
                text += "  " + form.name + String(repeating: " ", count: 13 - form.name.utf8.count) + pin + "\n"
            }
            text += "\n"
        }
        for line in advice { text += line + "\n" }
        if let snippet { text += "\n" + snippet }
        return text
    }

    private static func describe(_ subject: PinSubject) -> String {
        let name = subject.name.isEmpty ? "" : " of " + subject.name
        switch subject.kind {
        case .certificate where subject.key.isEmpty: return "the anchor"
        case .certificate:
            let what =
                subject.isRoot ? "root certificate" : subject.isAuthority ? "issuer's certificate" : "certificate"
            return what + name
        case .publicKey: return "public key"
        case .privateKey: return "private key"
        case .certificateRequest: return "certificate request" + name
        }
    }

    /// The subjects that are worth pinning: the server's key, and the authority that issued its certificate.
    private var leaf: PinSubject? { host == nil ? subjects.first { !$0.isAuthority } : subjects.first }
    private var issuer: PinSubject? { subjects.first { $0.isAuthority && !$0.isRoot } }

    private var advice: [String] {
        var lines: [String] = []
        if isVerified == false {
            return ["Compare these pins with the server's own files before anybody pins them."]
        }
        if let leaf {
            lines.append(
                "Pin the server's key, " + leaf.publicKeyPin.text
                    + ", and that of a backup key; renew with the same key.")
        }
        if let issuer {
            let word = leaf == nil ? "Pin" : "Or pin"
            lines.append(
                word + " the issuer, " + issuer.publicKeyPin.text
                    + ", and that of another issuer: all its customers pass.")
        }
        if subjects.dropFirst(host == nil ? 0 : 1).contains(where: { $0.isRoot }) {
            lines.append("Don't pin a root alone: every server with a certificate from below it passes.")
        }
        lines.append("A backup key, kept off the server:")
        lines.append("  openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out backup.key")
        lines.append("  countersign pin --form okhttp ./backup.key")
        return lines
    }

    /// A policy that can't be used before the backup's pin is put in.
    private var snippet: String? {
        guard isVerified != false, let subject = leaf ?? issuer else { return nil }
        var writer = JSONWriter()
        writer.object { writer in
            writer.integer("countersignPolicy", 1)
            writer.array("pinnedDomains") { writer in
                writer.object { writer in
                    writer.string("pattern", host ?? "host.example")
                    writer.strings("pins", [subject.publicKeyPin.text, "sha256/PUT THE BACKUP KEY'S PIN HERE"])
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.integer("version", 1)
            writer.string("source", source)
            if let isVerified { writer.bool("verified", isVerified) } else { writer.null("verified") }
            writer.array("subjects") { writer in
                for subject in subjects {
                    writer.object { writer in
                        writer.string("kind", subject.kind.name)
                        writer.string("name", subject.name)
                        writer.string("key", subject.key)
                        writer.bool("authority", subject.isAuthority)
                        writer.bool("root", subject.isRoot)
                        for form in PinForm.allCases { writer.string(form.name, orNull: form.text(subject)) }
                    }
                }
            }
            writer.strings("advice", advice)
            writer.string("policy", orNull: snippet)
        }
    }
}
