package import Foundation

/// A date as a person, a camera or a program has written it: a year, and the parts of the date and
/// the time that are known.
///
/// This is the only reader of dates that are written as text. It reads the formats of ISO 8601, Exif,
/// XMP and IPTC, and those with other separators. A part that is invalid, such as a month of 0, 31
/// February or 24:10, is missing, and so are all parts after it, but those before it remain.
package struct WrittenDate: Hashable, Sendable {
    /// The year, from 1 to 9999.
    package let year: Int
    /// The month, from 1.
    package private(set) var month: Int?
    /// The day of the month, from 1.
    package private(set) var day: Int?
    /// The hour and the minute, in minutes after midnight.
    package private(set) var minute: Int?
    /// The milliseconds after ``minute``.
    private var milliseconds = 0
    /// The seconds by which the date is ahead of UTC, or `nil` if it is in local time.
    package private(set) var offset: Int?
    /// Whether the text contains nothing but valid parts.
    package private(set) var isWhole = true

    /// Reads a date, or returns `nil` if the text does not start with a year.
    ///
    /// - Parameters:
    ///   - text: The text, such as "2018:05:01 12:00:00.25", "2018-05-01T12:00+02:00", "20180501" or
    ///     "2018".
    ///   - offset: The offset from UTC, such as "+02:00", for a text without one. An invalid one, such
    ///     as blanks, is ignored.
    package init?(_ text: String, offset: String? = nil) {
        guard let day = text.prefixMatch(of: Self.dayForm.asciiOnlyDigits()),
            let year = Int(day.1 ?? day.4 ?? ""), year > 0
        else { return nil }
        self.year = year
        var rest = text[day.range.upperBound...]
        isWhole = read(month: day.2 ?? day.5, day: day.3 ?? day.6) && readTime(&rest)
        if self.offset == nil, let offset { self.offset = Self.seconds(ofOffset: offset) }
    }

    /// Reads the month and the day, and returns whether both are valid or missing.
    private mutating func read(month text: Substring?, day dayText: Substring?) -> Bool {
        guard let text, let month = Int(text) else { return true }
        guard (1...12).contains(month) else { return false }
        self.month = month
        guard let dayText, let day = Int(dayText) else { return true }
        guard day > 0, Self.date(ofDay: Self.days(year, month, day)) == (year, month, day) else {
            return false
        }
        self.day = day
        return true
    }

    /// Reads what follows the day, and returns whether it is valid or missing.
    private mutating func readTime(_ rest: inout Substring) -> Bool {
        let isEmpty = { (text: Substring) in text.allSatisfy(\.isWhitespace) }
        guard day != nil, !isEmpty(rest) else { return isEmpty(rest) }
        offset = Self.seconds(ofOffset: rest)
        if offset != nil { return true }
        guard let time = rest.prefixMatch(of: Self.timeForm.asciiOnlyDigits()),
            var hour = Int(time.1 ?? time.5 ?? ""), let minute = Int(time.3 ?? time.6 ?? ""),
            hour < 24, minute < 60
        else { return false }
        if let half = time.9?.lowercased(), hour <= 12 { hour = hour % 12 + (half == "p" ? 12 : 0) }
        self.minute = hour * 60 + minute
        // A leap second has the number 60.
        guard let second = Int(time.4 ?? time.7 ?? "0"), second <= 60 else { return false }
        milliseconds = second * 1000 + (Int(((time.8 ?? "") + "000").prefix(3)) ?? 0)
        rest = rest[time.range.upperBound...]
        offset = Self.seconds(ofOffset: rest)
        return offset != nil || isEmpty(rest)
    }

    // The parts of a regular expression are a tuple, which has no concurrency annotation.
    /// A year, with a month and a day, which separators or the number of digits set apart.
    private static var dayForm: Regex<DayParts> {
        /\s*(?:(\d{4})(?:[-:\/._ ](\d\d?)(?:[-:\/._ ](\d\d?))?)?(?!\d)|(\d{4})(\d\d)(\d\d)(?!\d))/
    }
    private typealias DayParts = (
        Substring, Substring?, Substring?, Substring?, Substring?, Substring?, Substring?
    )

    /// A time, whose seconds follow after the same separator as the minutes, or which has none.
    private static var timeForm: Regex<TimeParts> {
        /[Tt_:\-.,\s]*(?:(\d\d?)([:.\-_h])(\d\d)(?:\2(\d\d))?|(\d\d)(\d\d)(\d\d)?)(?:[.,]?(\d+))?(?:\s*([AaPp])\.?[Mm]\.?)?/
    }
    private typealias TimeParts = (
        Substring, Substring?, Substring?, Substring?, Substring?, Substring?, Substring?,
        Substring?,
        Substring?, Substring?
    )

    /// Returns the seconds of an offset such as "Z" or "+02:00", or `nil` if it is invalid.
    private static func seconds(ofOffset text: some StringProtocol) -> Int? {
        let text = text.trimmingCharacters(in: .whitespaces)
        if ["Z", "z", "UTC", "GMT"].contains(text) { return 0 }
        guard let match = text.wholeMatch(of: /([+\-])(\d\d):?(\d\d)/.asciiOnlyDigits()),
            let hours = Int(match.2), let minutes = Int(match.3), hours <= 15, minutes < 60
        else { return nil }
        return (match.1 == "-" ? -60 : 60) * (hours * 60 + minutes)
    }

    /// Creates the date of a time in UTC.
    package init(_ date: Date) {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        let (day, second) = seconds.quotientAndRemainder(flooredBy: 86_400)
        let date = Self.date(ofDay: day)
        (year, month, self.day) = (date.year, date.month, date.day)
        minute = second / 60
        milliseconds = second % 60 * 1000
        offset = 0
    }
}

extension WrittenDate {
    /// The known parts up to the day, such as "1985", "1985-07" or "1985-07-12".
    package var description: String {
        let parts = [month, day].compactMap { $0.map { $0 < 10 ? "-0\($0)" : "-\($0)" } }
        return String(repeating: "0", count: 4 - String(year).count) + "\(year)" + parts.joined()
    }

    /// Returns whether another date has all known parts of this one, and more.
    fileprivate func isCompleted(by other: WrittenDate) -> Bool {
        guard minute == nil, year == other.year, month == nil || month == other.month,
            day == nil || day == other.day
        else { return false }
        return (other.month != nil, other.day != nil, other.minute != nil)
            != (month != nil, day != nil, minute != nil)
    }

    /// Returns the time, of which missing parts are at their beginning.
    ///
    /// A time that a change of the clock skips is moved forward, and of one that it repeats, the first
    /// is returned. Dates before 1970 are on the first day that an ID can have, 1 January 1970, in
    /// their order.
    ///
    /// - Parameters:
    ///   - timeZone: The time zone of a date without an offset.
    ///   - isAtNoon: Whether a date without a time is at noon, so that its day is the same in most
    ///     time zones, instead of at midnight.
    /// - Returns: The time, at least 1 January 1970.
    package func date(in timeZone: TimeZone, atNoon isAtNoon: Bool = false) -> Date {
        let days = Self.days(year, month ?? 1, day ?? 1)
        let dayLength = 86_400
        guard year >= 1970 else {
            // A day between the years 1 and 1970 has 120 of the 86,400,000 milliseconds.
            return Date(timeIntervalSince1970: Double((days - Self.days(1, 1, 1)) * 120) / 1000)
        }
        let local = days * dayLength + (minute ?? (isAtNoon ? 12 * 60 : 0)) * 60
        let seconds = local - (offset ?? timeZone.offset(atLocal: local).seconds)
        return Date(timeIntervalSince1970: Double(max(0, seconds * 1000 + milliseconds)) / 1000)
    }

    /// Returns whether a change of the clock skips the time in a time zone.
    package func isSkipped(in timeZone: TimeZone) -> Bool {
        guard offset == nil, let minute, year >= 1970 else { return false }
        let local = Self.days(year, month ?? 1, day ?? 1) * 86_400 + minute * 60
        return timeZone.offset(atLocal: local).isSkipped
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

    /// Returns the date of a day after 1 January 1970, the inverse of ``days(_:_:_:)``.
    private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (day + 719_468).quotientAndRemainder(flooredBy: 146_097)
        let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (
            era * 400 + year + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1
        )
    }
}

extension Int {
    fileprivate func quotientAndRemainder(flooredBy divisor: Int) -> (Int, Int) {
        let remainder = (self % divisor + divisor) % divisor
        return ((self - remainder) / divisor, remainder)
    }
}

extension TimeZone {
    /// Returns the offset from UTC at a local time in seconds since 1970, and whether a change of the
    /// clock skips the time.
    fileprivate func offset(atLocal local: Int) -> (seconds: Int, isSkipped: Bool) {
        func offset(_ utc: Int) -> Int {
            secondsFromGMT(for: Date(timeIntervalSince1970: Double(utc)))
        }
        // Two changes are more than two days apart, so these are the offsets before and after one.
        let (before, after) = (offset(local - 86_400), offset(local + 86_400))
        for seconds in [max(before, after), min(before, after)]
        where offset(local - seconds) == seconds {
            return (seconds, false)
        }
        return (before, true)
    }
}

extension WrittenDate {
    /// Reads the date in the name of a file, such as "IMG-20240712-WA0001.jpg", "PXL_20240712_101530.jpg"
    /// or "Screenshot 2024-07-12 at 10.15.30 AM.png".
    ///
    /// - Returns: `nil` if the name contains no date of at least a day.
    package init?(fileName name: String) {
        // Programs count milliseconds since 1970 with 13 digits from 2001 to 2286.
        if let number = name.firstMatch(of: /(?:^|\D)(1\d{12})(?!\d)/.asciiOnlyDigits())?.1 {
            self.init(Date(timeIntervalSince1970: (Double(number) ?? 0) / 1000))
            return
        }
        let form =
            /(?:^|\D)(19[7-9]\d|20\d\d)(?:([-._ ])(\d\d)\2(\d\d)|(\d\d)(\d\d))(?:(?:[-_. T]|\s*(?:at|um|à|a las|alle|om)\s*)(\d\d?)([-_.:h]?)(\d\d)(?:\8(\d\d)(\d{3})?)?(?:\s*([AaPp][Mm]))?)?(?!\d)/
        for match in name.matches(of: form.asciiOnlyDigits()) {
            let day = "\(match.1)-\(match.3 ?? match.5 ?? "")-\(match.4 ?? match.6 ?? "")"
            let seconds = match.10.map { ":\($0).\(match.11 ?? "0")" } ?? ""
            let time = match.7.map { "T\($0):\(match.9 ?? "")\(seconds)\(match.12 ?? "")" } ?? ""
            // The phones that write this prefix name their pictures in UTC.
            let offset = name.hasPrefix("PXL_") ? "Z" : ""
            guard let date = WrittenDate(day + time + offset), date.day != nil else { continue }
            self = date
            return
        }
        return nil
    }
}

/// The date of a picture, chosen among those that are written in the picture and beside it.
package struct PictureDate: Sendable {
    /// The date.
    package let date: Date
    /// The source that has dated the picture.
    package let source: Source
    /// What is not exact about the date, or `nil`.
    package let remark: Remark?

    /// What dates a picture, from the most reliable source to the least.
    package enum Source: Int, Comparable, Sendable {
        /// The metadata in the picture.
        case picture
        /// The file beside the picture.
        case sidecar
        /// The name of the file.
        case fileName
        /// The time of the file.
        case fileTime

        package static func < (left: Source, right: Source) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    /// A difference between the date of a picture and what its sources say.
    package enum Remark: Hashable, Sendable {
        /// The source contains only a part of the date, such as a year.
        case partial(WrittenDate)
        /// The source is before 1970, so the picture is on the first day of 1970.
        case early(WrittenDate)
        /// A more reliable source has this date in the future, and was passed over.
        case future(WrittenDate)
    }

    /// Chooses the first date that is not in the future, or returns `nil` if there is none.
    ///
    /// If it has no time, it is completed by the first of the others that has the same day, month or
    /// year.
    ///
    /// - Parameters:
    ///   - written: The dates, from the most reliable to the least.
    ///   - fileTime: The time of the file.
    ///   - now: The current time.
    ///   - timeZone: The time zone of dates without an offset.
    package init?(
        _ written: [(source: Source, date: WrittenDate)],
        fileTime: Date?,
        now: Date,
        in timeZone: TimeZone
    ) {
        // Clocks may differ by a few minutes.
        let limit = now.millisecondsSince1970 + PushID.clockTolerance
        let isPast = { (date: WrittenDate) in
            date.date(in: timeZone).millisecondsSince1970 <= limit
        }
        let past = written.filter { isPast($0.date) }
        let future = written.first { !isPast($0.date) }
        guard let first = past.first else {
            guard let fileTime else { return nil }
            (date, source) = (min(fileTime, now), .fileTime)
            remark = future.map { .future($0.date) }
            return
        }
        let best = past.first { first.date.isCompleted(by: $0.date) } ?? first
        date = min(best.date.date(in: timeZone, atNoon: true), now)
        source = first.source
        if let future, future.source <= first.source {
            remark = .future(future.date)
        } else if best.date.year < 1970 {
            remark = .early(best.date)
        } else {
            remark = best.date.day == nil ? .partial(best.date) : nil
        }
    }
}
