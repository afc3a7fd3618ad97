import Countersign

extension MintOrder {
    /// What was made, and where it is.
    func report(_ made: Minted, asJSON: Bool) {
        let summary: CertificateSummary
        do throws(DERError) { summary = CertificateSummary(try Certificate(made.certificate.span)) } catch { return }
        if asJSON {
            var writer = JSONWriter()
            writer.object { writer in
                writer.integer("version", 1)
                writer.string("kind", kind.name)
                writer.certificate(summary, "certificate")
                writer.object("files") { writer in
                    writer.string("key", files.key)
                    writer.string("certificate", files.pem)
                    writer.string("der", files.der)
                    writer.string("p12", orNull: files.p12)
                }
            }
            Stream.output.write(writer.bytes + [0x0A])
        } else {
            Stream.output.line("made " + summary.subject)
            Stream.output.write(ProbeReport.describe(summary))
            for path in files.paths { Stream.output.line("  wrote     " + path) }
        }
    }
}
