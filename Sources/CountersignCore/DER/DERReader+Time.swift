extension DERReader {
    /// Time as RFC 5280 §4.1.2.5 restricts it: UTCTime `YYMMDDHHMMSSZ` (1950 to 2049) or GeneralizedTime
    /// `YYYYMMDDHHMMSSZ`, with seconds, in Zulu, without fractions.
    package mutating func time() throws(DERError) -> UnixTime {
        let element = try next()
        let isShort = element.tag == DERTag.utcTime
        guard isShort || element.tag == DERTag.generalizedTime else {
            throw DERError(.unexpectedTag, at: element.start)
        }
        return try time(element, yearDigits: isShort ? 2 : 4)
    }

    /// GeneralizedTime only, as OCSP and CRL extensions have it.
    package mutating func generalizedTime() throws(DERError) -> UnixTime {
        let element = try next(DERTag.generalizedTime)
        return try time(element, yearDigits: 4)
    }

    private func time(_ element: DERElement, yearDigits: Int) throws(DERError) -> UnixTime {
        guard element.count == yearDigits + 11, bytes[element.end - 1] == 0x5a else {
            throw DERError(.invalidValue, at: element.start)
        }
        var at = element.content
        var year = try digits(yearDigits, at: &at)
        // RFC 5280 §4.1.2.5.1: 50 to 99 belong to the last century.
        if yearDigits == 2 { year += year >= 50 ? 1_900 : 2_000 }
        let month = try digits(2, at: &at)
        let day = try digits(2, at: &at)
        let hour = try digits(2, at: &at)
        let minute = try digits(2, at: &at)
        let second = try digits(2, at: &at)
        guard
            let time = UnixTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { throw DERError(.invalidValue, at: element.start) }
        return time
    }

    private func digits(_ count: Int, at position: inout Int) throws(DERError) -> Int {
        var value = 0
        for _ in 0..<count {
            let digit = bytes[position]
            guard digit >= 0x30, digit <= 0x39 else { throw DERError(.invalidValue, at: position) }
            value = value * 10 + Int(digit - 0x30)
            position += 1
        }
        return value
    }
}
