import Countersign

extension LatencyReport {
    /// The report for people: a table and a histogram.
    func text(_ style: Style) -> String {
        var text = style.strong(String(times.count) + " handshakes with " + target) + "\n"
        text += "  mbedTLS " + LibraryVersion.text
        let processor = LatencyReport.processor
        if !processor.isEmpty { text += ", " + processor }
        text += "\n"
        guard !times.isEmpty else { return text }
        if let version = handshake.version {
            text += "  " + version.name.description + ", " + CipherSuite(rawValue: handshake.cipherSuite).name
            if handshake.group != 0 { text += ", " + KeyExchangeGroup(rawValue: handshake.group).name }
            text += "\n"
        }
        if let resumed { text += "  " + String(resumed) + " of them resumed\n" }
        if includesServer { text += "  one thread is client and server: the server's work is in these times\n" }
        text += "\n" + LatencyReport.row("milliseconds", ["min", "p50", "p90", "p99", "max"])
        for part in parts { text += LatencyReport.row(part.name, part.samples) }
        text += LatencyReport.row("total", total)
        text += LatencyReport.row("the first one", [Samples.milliseconds(times[0].total)]) + "\n"
        text += histogram(style)
        return text + "\npeak memory of the process: " + String(Machine.peakMemory / 1_024) + " KiB\n"
    }

    private static func row(_ name: String, _ samples: Samples) -> String {
        row(
            name,
            [
                samples.least, samples.percentile(50), samples.percentile(90), samples.percentile(99), samples.most,
            ].map { Samples.milliseconds($0) })
    }

    private static func row(_ name: String, _ cells: [String]) -> String {
        var text = "  " + name + String(repeating: " ", count: max(1, 22 - name.utf8.count))
        for cell in cells { text += String(repeating: " ", count: max(1, 10 - cell.utf8.count)) + cell }
        return text + "\n"
    }

    private func histogram(_ style: Style) -> String {
        let (width, bars) = total.histogram(16)
        let highest = max(1, bars.max() ?? 1)
        var text = ""
        for (index, count) in bars.enumerated() {
            let edge = Samples.milliseconds(total.least + Int64(index) * width)
            let length = (count * 50 + highest - 1) / highest
            text += String(repeating: " ", count: max(1, 12 - edge.utf8.count)) + edge + "  "
            text += style.good(String(repeating: "#", count: length)) + (count > 0 ? " " + String(count) : "") + "\n"
        }
        return text
    }
}
