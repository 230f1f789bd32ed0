package import Foundation

/// A date in the Gregorian calendar and a time of day, both in a given time zone.
///
/// The date is computed from the number of days since 1970 (H. Hinnant, "chrono-Compatible
/// Low-Level Date Algorithms", `civil_from_days`), which is 50 times as fast as `Calendar`.
package struct LocalTime: Hashable {
    /// The number of days since 1 January 1970.
    let dayNumber: Int
    package let year: Int
    /// The month, from 1 to 12.
    package let month: Int
    /// The day of the month, from 1 to 31.
    package let day: Int
    /// The hour, from 0 to 23.
    package let hour: Int
    /// The minute, from 0 to 59.
    package let minute: Int

    /// Creates the local time of a date, of which parts of a minute are lost.
    package init(_ date: Date, in timeZone: TimeZone) {
        let seconds = Int(date.timeIntervalSince1970) + timeZone.secondsFromGMT(for: date)
        let secondOfDay = Self.remainder(of: seconds, dividingBy: 86_400)
        dayNumber = (seconds - secondOfDay) / 86_400
        hour = secondOfDay / 3600
        minute = secondOfDay / 60 % 60

        let days = dayNumber + 719_468
        let dayOfEra = Self.remainder(of: days, dividingBy: 146_097)
        let era = (days - dayOfEra) / 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The day of the week, from 0 for Sunday to 6 for Saturday.
    var weekday: Int { Self.remainder(of: dayNumber + 4, dividingBy: 7) }

    private static func remainder(of number: Int, dividingBy divisor: Int) -> Int {
        let rest = number % divisor
        return rest < 0 ? rest + divisor : rest
    }
}
