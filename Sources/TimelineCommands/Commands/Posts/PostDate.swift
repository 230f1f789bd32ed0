import Foundation
import TimelineCore

/// The time of a post, from the user's input or from a picture.
struct PostDate {
    /// The time.
    let date: Date

    /// Reads a date with an optional time, such as "2018-05-01 12:00", or a picture's date, such as
    /// "2018:05:01 12:00:00".
    ///
    /// The result is `nil` if the text has a different format, or if the date does not exist or is
    /// before 1970.
    ///
    /// - Parameters:
    ///   - text: The text. It may end with an offset from UTC, such as "+02:00" or "Z".
    ///   - timeZone: The time zone of a text without an offset.
    init?(_ text: String, in timeZone: TimeZone) {
        let form =
            /(\d{4})[-:](\d\d)[-:](\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?)?\s*(Z|[+\-]\d\d:?\d\d)?/
        guard let match = text.wholeMatch(of: form) else { return nil }
        var parts = DateComponents()
        (parts.year, parts.month, parts.day) = (Int(match.1), Int(match.2), Int(match.3))
        parts.hour = match.4.flatMap { Int($0) } ?? 0
        parts.minute = match.5.flatMap { Int($0) } ?? 0
        parts.second = match.6.flatMap { Int($0) } ?? 0
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        if let offset = match.7 {
            guard let zone = Self.timeZone(offset) else { return nil }
            calendar.timeZone = zone
        }
        guard parts.isValidDate(in: calendar), let date = calendar.date(from: parts),
            date.timeIntervalSince1970 >= 0
        else { return nil }
        self.date = date
    }

    /// Selects the time of the first picture that contains one, or returns `nil`.
    init?(of photos: [PhotoFile], in timeZone: TimeZone) {
        let dates = photos.lazy.compactMap(\.dateTaken)
            .compactMap { PostDate($0.text + ($0.offset ?? ""), in: timeZone) }
        guard let first = dates.first else { return nil }
        self = first
    }

    /// Returns the time zone for an offset such as "Z" or "+02:00".
    private static func timeZone(_ offset: Substring) -> TimeZone? {
        guard offset != "Z" else { return .gmt }
        let digits = offset.filter(\.isNumber)
        guard let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)),
            minutes < 60
        else { return nil }
        let seconds = (hours * 60 + minutes) * 60
        return TimeZone(secondsFromGMT: offset.hasPrefix("-") ? -seconds : seconds)
    }
}
