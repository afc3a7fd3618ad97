import Countersign

/// What `countersign bench` has measured.
struct LatencyReport {
    /// One part of a handshake, in nanoseconds for each handshake.
    struct Part {
        /// For JSON, and for people.
        let key: String
        let name: String
        let samples: Samples
    }

    let target: String
    /// The server's work is in the times.
    let includesServer: Bool
    let wanted: Int
    private(set) var times: [ConnectionRecord.Times] = []
    private(set) var handshake = HandshakeRecord()
    /// Sessions are resumed: nil when they aren't to be, else how many were. The first handshake, which can't be, isn't
    /// counted.
    private(set) var resumed: Int?
    private var isFirst = true

    init(target: String, includesServer: Bool, wanted: Int, isResuming: Bool) {
        resumed = isResuming ? 0 : nil
        self.target = target
        self.includesServer = includesServer
        self.wanted = wanted
        times.reserveCapacity(wanted)
    }

    var isComplete: Bool { times.count >= wanted }

    mutating func note(_ record: ConnectionRecord) {
        guard resumed == nil || !isFirst else {
            isFirst = false
            return
        }
        if record.handshake.isResumed { resumed = resumed.map { $0 + 1 } }
        times.append(record.times)
        handshake = record.handshake
    }

    /// On a terminal a line that counts; elsewhere a line now and then would only be in the way.
    func tellProgress() {
        guard Stream.error.isTerminal else { return }
        Stream.error.write("\r" + String(times.count) + " of " + String(wanted) + " handshakes")
    }

    var total: Samples { Samples(times.map { $0.total }) }

    /// In the order in which they happen. A server's certificates and its proof of the key mostly come together and are
    /// gone through in one go, so that there is one time for both.
    var parts: [Part] {
        let exchange = Samples(times.map { $0.keyExchange })
        var parts = [
            Part(key: "lookup", name: "look-up", samples: Samples(times.map { $0.lookup })),
            Part(key: "connect", name: "connect", samples: Samples(times.map { $0.connect })),
            Part(
                key: "certificate", name: exchange.most == 0 ? "hello, key exchange" : "hello to certificate",
                samples: Samples(times.map { $0.certificate })),
        ]
        if exchange.most > 0 { parts.append(Part(key: "keyExchange", name: "key exchange", samples: exchange)) }
        return parts + [
            Part(key: "answers", name: "evaluation", samples: Samples(times.map { $0.answers })),
            Part(key: "finish", name: "finish", samples: Samples(times.map { $0.finish })),
        ]
    }

    /// What /proc/cpuinfo calls the processor; empty where it has no name.
    static var processor: String {
        for key in ["model name", "Model", "Hardware", "uarch"] as [StaticString] {
            var text = [UInt8](repeating: 0, count: 128)
            var span = text.mutableSpan
            let count = Machine.processorText(key, into: &span)
            if count > 0 { return String(decoding: text[..<count], as: UTF8.self) }
        }
        return ""
    }
}
