extension UnixTime {
    /// As RFC 3339 writes it in UTC: "2026-11-30T20:15:00Z".
    public var text: String {
        let (year, month, day, hour, minute, second) = components
        func padded(_ number: Int, to width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
        }
        return padded(year, to: 4) + "-" + padded(month, to: 2) + "-" + padded(day, to: 2) + "T"
            + padded(hour, to: 2) + ":" + padded(minute, to: 2) + ":" + padded(second, to: 2) + "Z"
    }

    /// Reads "2026-11-30", "2026-11-30T20:15:00Z" and, with an offset, "2026-11-30T20:15:00+01:00" (RFC 3339 §5.6;
    /// fractions of a second are cut off). Nil for anything else.
    public init?(_ text: String) {
        var bytes = Array(text.utf8)[...]
        func number(_ digits: Int) -> Int? {
            guard bytes.count >= digits else { return nil }
            var value = 0
            for byte in bytes.prefix(digits) {
                guard byte >= 0x30, byte <= 0x39 else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            bytes = bytes.dropFirst(digits)
            return value
        }
        func skip(_ characters: [UInt8]) -> UInt8? {
            guard let first = bytes.first, characters.contains(first) else { return nil }
            bytes = bytes.dropFirst()
            return first
        }
        guard let year = number(4), skip([0x2D]) != nil, let month = number(2), skip([0x2D]) != nil,
            let day = number(2)
        else { return nil }
        if bytes.isEmpty {
            self.init(year: year, month: month, day: day)
            return
        }
        guard skip([0x54, 0x74, 0x20]) != nil, let hour = number(2), skip([0x3A]) != nil, let minute = number(2),
            skip([0x3A]) != nil, let second = number(2)
        else { return nil }
        if skip([0x2E]) != nil {
            guard number(1) != nil else { return nil }
            while number(1) != nil {}
        }
        var offset: Int64 = 0
        guard let zone = skip([0x5A, 0x7A, 0x2B, 0x2D]) else { return nil }
        if zone == 0x2B || zone == 0x2D {
            guard let hours = number(2), hours < 24, skip([0x3A]) != nil, let minutes = number(2), minutes < 60 else {
                return nil
            }
            offset = Int64(hours * 3_600 + minutes * 60) * (zone == 0x2B ? 1 : -1)
        }
        guard bytes.isEmpty,
            let moment = UnixTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        self.init(seconds: moment.seconds - offset)
    }
}
