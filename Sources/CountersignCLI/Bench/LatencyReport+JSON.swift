import Countersign

extension LatencyReport {
    /// The report as one JSON object, which BenchJSON.md documents.
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.integer("version", 1)
            writer.string("target", target)
            writer.string("library", "mbedTLS " + LibraryVersion.text)
            let processor = LatencyReport.processor
            writer.string("processor", orNull: processor.isEmpty ? nil : processor)
            writer.bool("includesServer", includesServer)
            writer.integer("wanted", Int64(wanted))
            writer.integer("count", Int64(times.count))
            if let resumed { writer.integer("resumed", Int64(resumed)) } else { writer.null("resumed") }
            writer.string("tlsVersion", orNull: handshake.version?.name.description)
            let suite = handshake.cipherSuite
            writer.string("cipherSuite", orNull: suite == 0 ? nil : CipherSuite(rawValue: suite).name)
            let group = handshake.group
            writer.string("group", orNull: group == 0 ? nil : KeyExchangeGroup(rawValue: group).name)
            writer.object("nanoseconds") { writer in
                for part in parts { LatencyReport.write(part.samples, named: part.key, to: &writer) }
                LatencyReport.write(total, named: "total", to: &writer)
            }
            writer.array("totals") { writer in
                for time in times { writer.integer(nil, time.total) }
            }
            writer.integer("peakMemoryBytes", Int64(clamping: Machine.peakMemory))
        }
    }

    private static func write(_ samples: Samples, named key: String, to writer: inout JSONWriter) {
        writer.object(key) { writer in
            writer.integer("min", samples.least)
            for percent in [50, 90, 99] { writer.integer("p" + String(percent), samples.percentile(percent)) }
            writer.integer("max", samples.most)
        }
    }
}
