import Foundation

/// A moment in full, such as "Saturday, 14 November 2026, 18:00".
func exactTime(of date: Date, in timeZone: TimeZone) -> String {
    let moment = Moment(of: date, in: timeZone)
    return "\(moment.weekday), \(moment.day) \(moment.month) \(moment.year), \(moment.time)"
}

/// The day of a moment in short, such as "14 Nov 2026".
func shortDate(of date: Date, in timeZone: TimeZone) -> String {
    let moment = Moment(of: date, in: timeZone)
    return "\(moment.day) \(moment.month.prefix(3)) \(moment.year)"
}

/// A date taken apart in the Gregorian calendar, whatever calendar the machine uses.
private struct Moment {
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
    static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
}
