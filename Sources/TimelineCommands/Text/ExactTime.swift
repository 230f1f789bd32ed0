import Foundation

/// Formats a date in full, such as "Saturday, 14 November 2026, 18:00".
func exactTime(of date: Date, in timeZone: TimeZone) -> String {
    let parts = DateParts(of: date, in: timeZone)
    return "\(parts.weekday), \(parts.day) \(parts.month) \(parts.year), \(parts.time)"
}

/// Formats a date in short, such as "14 Nov 2026".
func shortDate(of date: Date, in timeZone: TimeZone) -> String {
    let parts = DateParts(of: date, in: timeZone)
    return "\(parts.day) \(parts.month.prefix(3)) \(parts.year)"
}

/// Formats a date in short, or the time of the present day, such as "today at 18:00".
func timeOrDate(of date: Date, now: Date, in timeZone: TimeZone) -> String {
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

private enum Words {
    static let today = "today at "
    static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
}
