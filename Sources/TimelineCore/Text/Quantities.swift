package import Foundation

/// Formats a number and a noun, such as "1 comment" or "12,345 likes".
///
/// - Parameters:
///   - count: The number.
///   - singular: The singular form of the noun.
///   - plural: The plural form of the noun. By default, an "s" is added to the singular.
/// - Returns: The number and the noun.
package func countText(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
    let noun = count == 1 ? singular : plural ?? singular + "s"
    return "\(groupedDigits(of: count)) \(noun)"
}

extension RecordTally {
    /// The numbers with their nouns, such as "2 comments", without those that are zero.
    package var parts: [String] {
        [
            (posts, "post"), (comments, "comment"), (likes, "like"), (follows, "follow"),
            (others, "other change"),
        ]
        .filter { $0.0 > 0 }.map { countText($0.0, $0.1) }
    }
}

/// Formats a list, such as "a, b and c".
package func listText(_ parts: [String]) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
}

/// Formats a number with its digits in groups of three, such as "12,345".
package func groupedDigits(of number: Int) -> String {
    let digits = String(number.magnitude)
    var grouped = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
        if index > 0 && (digits.count - index).isMultiple(of: 3) { grouped += "," }
        grouped.append(digit)
    }
    return grouped
}

/// Formats a number of bytes in decimal units, such as "1.2 MB".
package func byteText(_ count: UInt64) -> String {
    let units = ["bytes", "KB", "MB", "GB", "TB"]
    var value = Double(count)
    var index = 0
    // 999.5 KB would be shown as "1000 KB".
    while value >= 999.5, index < units.count - 1 {
        value /= 1000
        index += 1
    }
    guard index > 0, value < 9.95 else { return "\(Int(value.rounded())) \(units[index])" }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(units[index])"
}

extension Distance {
    /// Formats a distance, as in `350 m`, `1.2 km` or `340 km`.
    package static func text(metres: Double) -> String {
        if metres < 999.5 { return "\(Int(metres.rounded())) m" }
        let hundreds = Int((metres / 100).rounded())
        guard hundreds < 100 else { return "\(Int((metres / 1000).rounded())) km" }
        return "\(hundreds / 10).\(hundreds % 10) km"
    }
}

/// Formats the age of a date, such as "2 hours ago", or the date itself if it is five weeks old or
/// older.
///
/// A date up to five minutes in the future is "just now", because clocks may differ. Later dates
/// are formatted as dates. Only they need the time zone.
package func relativeTime(
    of date: Date,
    now: Date,
    in timeZone: @autoclosure () -> TimeZone = .current
) -> String {
    // What came without a date has the earliest one.
    guard date.timeIntervalSince1970 >= 1 else { return Words.earlier }
    let seconds = now.timeIntervalSince(date)
    return switch seconds {
    case -Span.clockSkew..<Span.minute: Words.justNow
    case Span.minute..<Span.hour: ago(seconds / Span.minute, unit: Words.minute)
    case Span.hour..<Span.day: ago(seconds / Span.hour, unit: Words.hour)
    case Span.day..<Span.week: ago(seconds / Span.day, unit: Words.day)
    case Span.week..<Span.fiveWeeks: ago(seconds / Span.week, unit: Words.week)
    default: shortDate(of: date, in: timeZone())
    }
}

/// Formats the difference of two clocks, rounded by half a minute, because seconds have passed since
/// it was measured.
package func clockSpanText(_ difference: Double) -> String {
    spanText(difference.magnitude + Span.minute / 2)
}

/// Formats a duration in seconds in its largest unit, such as "3 minutes".
private func spanText(_ seconds: Double) -> String {
    switch seconds {
    case ..<Span.hour: countText(Int(seconds / Span.minute), Words.minute)
    case Span.hour..<Span.day: countText(Int(seconds / Span.hour), Words.hour)
    default: countText(Int(seconds / Span.day), Words.day)
    }
}

private func ago(_ count: Double, unit: String) -> String {
    "\(countText(Int(count), unit)) \(Words.ago)"
}

/// Formats a date in full, such as "Saturday, 14 November 2026, 18:00".
package func exactTime(of date: Date, in timeZone: TimeZone) -> String {
    let parts = DateParts(of: date, in: timeZone)
    return "\(parts.weekday), \(parts.day) \(parts.month) \(parts.year), \(parts.time)"
}

/// Formats a date in short, such as "14 Nov 2026".
package func shortDate(of date: Date, in timeZone: TimeZone) -> String {
    let parts = DateParts(of: date, in: timeZone)
    return "\(parts.day) \(parts.month.prefix(3)) \(parts.year)"
}

/// Formats a date in short, or the time of the present day, such as "today at 18:00".
package func timeOrDate(of date: Date, now: Date, in timeZone: TimeZone) -> String {
    let day = shortDate(of: date, in: timeZone)
    guard day == shortDate(of: now, in: timeZone) else { return day }
    return Words.today + DateParts(of: date, in: timeZone).time
}

/// The components of a date in the Gregorian calendar, regardless of the user's calendar.
private struct DateParts {
    let weekday: String
    let day: Int
    let month: String
    let year: Int
    let time: String

    init(of date: Date, in timeZone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let parts = calendar.dateComponents(
            [.year, .month, .day, .weekday, .hour, .minute],
            from: date
        )
        weekday = Words.weekdays[(parts.weekday ?? 1) - 1]
        day = parts.day ?? 1
        month = Words.months[(parts.month ?? 1) - 1]
        year = parts.year ?? 1
        time = "\(twoDigits(of: parts.hour ?? 0)):\(twoDigits(of: parts.minute ?? 0))"
    }
}

private func twoDigits(of number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
}

/// Durations in seconds.
private enum Span {
    static let clockSkew = 5 * minute
    static let minute = 60.0
    static let hour = 60 * minute
    static let day = 24 * hour
    static let week = 7 * day
    static let fiveWeeks = 5 * week
}

private enum Words {
    static let justNow = "just now"
    static let earlier = "earlier"
    static let ago = "ago"
    static let minute = "minute"
    static let hour = "hour"
    static let day = "day"
    static let week = "week"
    static let today = "today at "
    static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
}
