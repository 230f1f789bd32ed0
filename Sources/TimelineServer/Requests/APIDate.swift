import Foundation
import TimelinePages

/// The dates of the client APIs: UTC with exactly three decimals, such as
/// `2026-11-26T10:48:02.000Z`, because strict clients read no other form.
enum APIDate {
    /// Returns the text of a date, rounded to milliseconds.
    static func text(of date: Date) -> String {
        // A page has dozens of dates, and Foundation's style takes several times as long.
        let milliseconds = Int((date.timeIntervalSince1970 * 1000).rounded())
        let rest = (milliseconds % 60_000 + 60_000) % 60_000
        let minute = Date(timeIntervalSince1970: Double((milliseconds - rest) / 1000))
        let time = LocalTime(minute, in: .gmt)
        var text = ""
        text.reserveCapacity(24)
        append(time.year, 4, "-", to: &text)
        append(time.month, 2, "-", to: &text)
        append(time.day, 2, "T", to: &text)
        append(time.hour, 2, ":", to: &text)
        append(time.minute, 2, ":", to: &text)
        append(rest / 1000, 2, ".", to: &text)
        append(rest % 1000, 3, "Z", to: &text)
        return text
    }

    /// Returns the day of a date, such as `2026-11-26`.
    static func day(of date: Date) -> String { String(text(of: date).prefix(10)) }

    private static func append(
        _ number: Int,
        _ width: Int,
        _ separator: Unicode.Scalar,
        to text: inout String
    ) {
        let digits = String(number)
        for _ in 0..<max(0, width - digits.utf8.count) { text.unicodeScalars.append("0") }
        text += digits
        text.unicodeScalars.append(separator)
    }
}
