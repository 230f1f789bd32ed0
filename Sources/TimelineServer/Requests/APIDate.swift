import Foundation

/// The dates of the client APIs: UTC with exactly three decimals, such as
/// `2026-11-26T10:48:02.000Z`, because strict clients read no other form.
enum APIDate {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// Returns the text of a date.
    static func text(of date: Date) -> String {
        // The style cuts off what follows the milliseconds.
        (date + 0.000_5).formatted(style)
    }

    /// Returns the day of a date, such as `2026-11-26`.
    static func day(of date: Date) -> String { String(text(of: date).prefix(10)) }
}
