/// Converts the times in sources to milliseconds since 1970.
enum SourceTime {
    /// The latest time that an ID can contain, in milliseconds.
    private static let limit = 1.0e14

    /// Converts seconds since 1970 to milliseconds.
    ///
    /// A number that would lie more than 3,000 years in the future is taken as milliseconds.
    ///
    /// - Returns: `nil` unless the time is between 1970 and the year 5138.
    static func milliseconds(seconds: Double?) -> UInt64? {
        guard let seconds, seconds > 0, seconds < limit else { return nil }
        return UInt64(seconds < 1.0e11 ? (seconds * 1000).rounded() : seconds)
    }

    /// Reads a time in ISO 8601, such as "2018-05-01T12:00:00+02:00", or in the format of Exif,
    /// such as "2018:05:01 12:00:00".
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - offset: The offset from UTC, such as "+02:00", for a text without one. If both are
    ///     missing, the time is in UTC.
    /// - Returns: The milliseconds, or `nil` if the text has a different format or a field is out
    ///   of range.
    static func milliseconds(text: String, offset: String? = nil) -> UInt64? {
        let form =
            /(\d{4})[-:](\d\d)[-:](\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|[+\-]\d\d:?\d\d)?/
        guard let match = text.wholeMatch(of: form),
            let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
            let hour = Int(match.4), let minute = Int(match.5),
            year >= 1970, (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60
        else { return nil }
        let second = match.6.flatMap { Int($0) } ?? 0
        let fraction = match.7.flatMap { Int($0.padding(toLength: 3)) } ?? 0
        guard second < 61, let zone = seconds(offset: match.8.map(String.init) ?? offset ?? "Z")
        else { return nil }
        let time = (days(year, month, day) * 24 + hour) * 3600 + minute * 60 + second - zone
        return UInt64(exactly: time * 1000 + fraction)
    }

    /// Returns the seconds in an offset such as "+02:00", or `nil` if it has a different format.
    private static func seconds(offset: String) -> Int? {
        if offset == "Z" { return 0 }
        guard let match = offset.wholeMatch(of: /([+\-])(\d\d):?(\d\d)/),
            let hours = Int(match.2), let minutes = Int(match.3), hours < 24, minutes < 60
        else { return nil }
        return (match.1 == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    /// Returns the days from 1 January 1970 to a date of the Gregorian calendar.
    ///
    /// Years are counted from March, so that the leap day is the last day.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let leapDays = shifted / 4 - shifted / 100 + shifted / 400
        return 365 * shifted + leapDays + dayOfYear - 719_468
    }
}

extension Substring {
    /// Returns the first characters, padded with zeros if there are too few.
    fileprivate func padding(toLength length: Int) -> String {
        String(prefix(length)) + String(repeating: "0", count: Swift.max(0, length - count))
    }
}
