import Countersign

/// What a key store holds.
struct StoreReport {
    let path: String
    let store: PKCS12Store

    private var integrity: String {
        switch store.integrity {
        case .absent: "absent: anybody may have changed the file"
        case .verified(let algorithm, let iterations): algorithm + ", " + String(iterations) + " iterations, verified"
        }
    }

    func text(_ style: Style) -> String {
        var text = style.strong(path) + "\n  integrity " + integrity + "\n"
        for encryption in store.encryptions { text += "  encrypted " + encryption + "\n" }
        for bag in store.skippedBags { text += "  skipped   " + bag + "\n" }
        for (index, item) in store.items.enumerated() {
            text += "\n" + style.strong("item " + String(index + 1)) + (item.label.map { ": " + $0 } ?? "") + "\n"
            text += StoreReport.describe(item, style)
        }
        return text
    }

    private static func describe(_ item: ImportedItem, _ style: Style) -> String {
        var text = ""
        if let identity = item.identity {
            text += "  identity  " + style.good("yes") + ", " + identity.privateKey.algorithmName + " key, pin "
            text += identity.privateKey.pin + "\n"
            text += "  sends     " + String(identity.certificates.count)
            text += (identity.certificates.count == 1 ? " certificate" : " certificates") + "\n"
        } else if let obstacle = item.obstacle {
            text += "  identity  " + style.bad("no") + ": " + obstacle.description + "\n"
        }
        for der in item.certificateChain { text += "  chain     " + name(der) + "\n" }
        for der in item.anchors { text += "  anchor    " + name(der) + "\n" }
        return text
    }

    private static func name(_ der: [UInt8]) -> String {
        guard let summary = summary(der) else { return "a certificate that cannot be read" }
        return summary.subject + ", until " + summary.notAfter.text
    }

    private static func summary(_ der: [UInt8]) -> CertificateSummary? {
        do throws(DERError) { return CertificateSummary(try Certificate(der.span)) } catch { return nil }
    }

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.integer("version", 1)
            writer.string("path", path)
            switch store.integrity {
            case .absent: writer.null("integrity")
            case .verified(let algorithm, _): writer.string("integrity", algorithm)
            }
            writer.strings("encryptions", store.encryptions)
            writer.strings("skippedBags", store.skippedBags)
            writer.array("items") { writer in
                for item in store.items {
                    writer.object { writer in
                        writer.string("label", orNull: item.label)
                        writer.bool("identity", item.identity != nil)
                        writer.string("obstacle", orNull: item.obstacle?.code.description)
                        writer.string("key", orNull: item.privateKey?.algorithmName)
                        writer.string("pin", orNull: item.privateKey?.pin)
                        writer.array("chain") { writer in
                            for der in item.certificateChain { writer.certificate(StoreReport.summary(der)) }
                        }
                        writer.array("anchors") { writer in
                            for der in item.anchors { writer.certificate(StoreReport.summary(der)) }
                        }
                    }
                }
            }
        }
    }
}
