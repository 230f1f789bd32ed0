import Foundation

/// A moment in full, such as "Saturday, 14 November 2026, 18:00".
func exactTime(of date: Date, in timeZone: TimeZone) -> String {
    let parts = Parts(of: date, in: timeZone)
    return "\(parts.weekday), \(parts.day) \(parts.month) \(parts.year), \(parts.time)"
}

/// The day of a moment in short, such as "14 Nov 2026".
func shortDate(of date: Date, in timeZone: TimeZone) -> String {
    let parts = Parts(of: date, in: timeZone)
    return "\(parts.day) \(parts.month.prefix(3)) \(parts.year)"
}

private struct Parts {
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
        weekday = Names.weekdays[(parts.weekday ?? 1) - 1]
        day = parts.day ?? 1
        month = Names.months[(parts.month ?? 1) - 1]
        year = parts.year ?? 1
        time = "\(twoDigits(parts.hour ?? 0)):\(twoDigits(parts.minute ?? 0))"
    }
}

private func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
}

private enum Names {
    static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]
}
