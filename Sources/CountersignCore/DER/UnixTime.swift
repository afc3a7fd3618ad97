/// A moment in UTC, in whole seconds since 1970-01-01, 64 bits on every machine: 2038 and 2050 are ordinary years.
///
/// The core never asks for the time; it is always an argument.
public struct UnixTime: Comparable, Sendable {
    public var seconds: Int64

    public init(seconds: Int64) {
        self.seconds = seconds
    }

    public static func < (left: UnixTime, right: UnixTime) -> Bool { left.seconds < right.seconds }

    /// A date of the Gregorian calendar, or nil when there is no such date.
    public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard year >= 0, year <= 9999, month >= 1, month <= 12, day >= 1,
            day <= UnixTime.days(inMonth: month, of: year),
            hour >= 0, hour <= 23, minute >= 0, minute <= 59, second >= 0, second <= 59
        else { return nil }
        let days = UnixTime.daysSinceEpoch(year: year, month: month, day: day)
        seconds = days * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Counts years from March, so that the leap day is the last of its year.
    private static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int64 {
        let shifted = Int64(month <= 2 ? year - 1 : year) + 400
        let monthFromMarch = Int64(month <= 2 ? month + 9 : month - 3)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
        let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear
        return days - 865_565
    }

    /// Year, month, day, hour, minute and second of the Gregorian calendar in UTC. Moments outside of the years
    /// 0 to 9999 are shown as the nearest one inside.
    public var components: (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        let bounded = min(max(seconds, -62_167_219_200), 253_402_300_799)
        var days = bounded / 86_400
        var rest = bounded % 86_400
        if rest < 0 {
            rest += 86_400
            days -= 1
        }
        // Days since 0000-03-01, moved by one era of 400 years to stay positive.
        days += 719_468 + 146_097
        let era = days / 146_097
        let dayOfEra = days % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + (era - 1) * 400 + (month <= 2 ? 1 : 0)
        return (Int(year), Int(month), Int(day), Int(rest / 3_600), Int(rest / 60 % 60), Int(rest % 60))
    }
}
