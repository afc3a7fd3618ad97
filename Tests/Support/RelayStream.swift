import Glibc

/// One direction of a relay: the bytes on their way, and the faults still to come.
struct RelayStream {
    private(set) var isClosed = false
    private(set) var isReset = false
    /// The sender has ended its stream.
    private(set) var isEnded = false

    private let target: Wire
    private var faults: [Relay.Fault]
    private var offset = 0
    /// The ends of the records seen so far, and what is seen of the next one's header.
    private var boundaries = [0]
    private var header: [UInt8] = []
    private var isStalled = false
    private var flip: UInt8 = 0
    private var dropping = 0
    private var pieceSize = Int.max
    private var interval: Duration?
    private var queue: [UInt8] = []
    private(set) var nextSend: ContinuousClock.Instant?

    init(to target: Wire, _ faults: [Relay.Fault]) {
        self.target = target
        self.faults = faults
    }

    /// Nothing more will come out.
    var isOver: Bool { isStalled || (isEnded && queue.isEmpty) }

    /// The faults that stand at the very beginning.
    mutating func start() throws {
        try applyFaults()
        try flush()
    }

    /// Passes what was received; no bytes are the end of the stream.
    mutating func pass(_ bytes: [UInt8]) throws {
        if bytes.isEmpty {
            isEnded = true
            if !isStalled, queue.isEmpty { shutdown(target.descriptor, Int32(SHUT_WR)) }
            return
        }
        for byte in bytes {
            noteHeader(byte)
            try applyFaults()
            if isClosed || isReset { break }
            offset += 1
            if dropping > 0 {
                dropping -= 1
            } else if !isStalled {
                queue.append(byte ^ flip)
            }
            flip = 0
            if isBoundary { try applyFaults() }
        }
        try flush()
    }

    /// Sends what a dribble owes by now.
    mutating func sendDue() throws {
        guard let interval, let due = nextSend, due <= .now else { return }
        if !queue.isEmpty { try target.send([queue.removeFirst()]) }
        nextSend = queue.isEmpty ? nil : .now + interval
        if queue.isEmpty, isEnded, !isStalled { shutdown(target.descriptor, Int32(SHUT_WR)) }
    }

    /// A fault may stand exactly here.
    private var isBoundary: Bool {
        faults.contains { place(of: $0) == offset }
    }

    private func place(of fault: Relay.Fault) -> Int? {
        switch fault.position {
        case .byte(let count): count
        case .record(let count): count < boundaries.count ? boundaries[count] : nil
        }
    }

    /// Learns where the record ends as soon as its header is complete.
    private mutating func noteHeader(_ byte: UInt8) {
        guard let start = boundaries.last, offset >= start else { return }
        header.append(byte)
        if header.count == 5 {
            boundaries.append(start + 5 + Int(header[3]) << 8 + Int(header[4]))
            header = []
        }
    }

    private mutating func applyFaults() throws {
        while let index = faults.firstIndex(where: { place(of: $0) == offset }) {
            let fault = faults.remove(at: index)
            try flush()
            switch fault.action {
            case .stall: isStalled = true
            case .close: isClosed = true
            case .reset: isReset = true
            case .dribble(let interval): self.interval = interval
            case .flip(let mask): flip = mask
            case .insert(let bytes): queue += bytes
            case .drop(let count): dropping = count
            case .split(let size): pieceSize = max(1, size)
            }
        }
    }

    /// Sends what is queued, or, when dribbling, says when the next byte is due.
    private mutating func flush() throws {
        if let interval {
            if nextSend == nil, !queue.isEmpty { nextSend = .now + interval }
            return
        }
        while !queue.isEmpty {
            let piece = queue.prefix(pieceSize)
            queue.removeFirst(piece.count)
            try target.send(piece)
        }
    }
}
