/// Certificates that a policy or an evaluator pins, read once: their digests, and themselves as anchors.
///
/// Immutable and shared freely. Counterpart: AFSecurityPolicy.pinnedCertificates.
public final class PinnedCertificates: Sendable {
    /// The certificates, as `AnchorStore` keeps them; what could not be used is in its `skipped`.
    public let anchors: AnchorStore
    /// Of each certificate and of each key, in the order of the anchors' subjects.
    let certificatePins: [Pin]
    let publicKeyPins: [Pin]

    /// Certificates in DER or PEM, each element holding one DER certificate or any number of PEM blocks.
    ///
    /// Throws `.unreadableCertificate`, naming the first that can't be used: a pin that silently isn't one would lock
    /// people out, or let them in.
    public convenience init(certificates: [[UInt8]]) throws(PinningError) {
        let anchors = AnchorStore(certificates: certificates)
        if let skipped = anchors.skipped.first {
            throw PinningError(.unreadableCertificate, skipped.source.text, "skipped " + skipped.reason.text)
        }
        self.init(anchors: anchors)
    }

    /// All files in a directory whose names end in .cer, .crt, .der or .pem, in any case.
    ///
    /// What was no certificate is in `anchors.skipped`. Throws `.noPins`, naming the directory and what was skipped in
    /// it, when nothing is left. Counterpart: certificatesInBundle:.
    public convenience init(directory: String) throws(PinningError) {
        let anchors = AnchorStore(directory: directory)
        guard anchors.count > 0 else {
            var detail = "no certificate in a file named .cer, .crt, .der or .pem"
            for skipped in anchors.skipped { detail += "; " + skipped.source.text + ": skipped " + skipped.reason.text }
            throw PinningError(.noPins, directory, detail)
        }
        self.init(anchors: anchors)
    }

    private init(anchors: AnchorStore) {
        var certificatePins: [Pin] = []
        var publicKeyPins: [Pin] = []
        var scratch = AnchorScratch()
        for index in 0..<anchors.count {
            do throws(DERError) {
                let anchor = try anchors.view.anchor(at: index, decodingInto: &scratch)
                certificatePins.append(Pin(certificate: anchor.certificate))
                publicKeyPins.append(Pin(publicKeyOf: anchor.certificate))
            } catch {
                continue
            }
        }
        self.anchors = anchors
        self.certificatePins = certificatePins
        self.publicKeyPins = publicKeyPins
    }

    /// No certificates.
    static let nothing = PinnedCertificates(anchors: AnchorStore.nothing)

    /// How many there are, duplicates included.
    public var count: Int { certificatePins.count }
}

extension SkippedAnchor.Source {
    /// The file, or which element of the array it was.
    var text: String {
        switch self {
        case .position(let index): "certificate " + String(index)
        case .path(let path): path
        }
    }
}
