import ArgumentParser
import Foundation

/// A date since 1970 as typed by the user or noted by a camera, with or without a time.
///
/// It is written like `2018-05-01`, `2018-05-01 12:00` or `2018-05-01T12:00:00+02:00`. Where a year or
/// a month is enough, it may also be `2018` or `2018-05`. A missing part means its beginning. Cameras
/// separate the parts of the day by colons.
struct TypedDate {
    /// The text.
    let text: String
    /// Whether the text has a time, which a change of the clock may skip in a time zone.
    let hasTime: Bool
    private let components: DateComponents

    /// Parses a date.
    ///
    /// - Throws: A `ValidationError` if the text is not a date.
    init(parsing text: String) throws {
        guard let date = TypedDate(text) else { throw ValidationError(DateText.invalid(text)) }
        self = date
    }

    /// Parses a date, or returns `nil` if the text is not a date.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - needsDay: Whether a year or a month is not enough.
    init?(_ text: String, needsDay: Bool = true) {
        let form =
            /(\d{4})(?:[-:](\d\d?)(?:[-:](\d\d?)(?:[T ](\d\d?):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?)?\s*(Z|[+\-]\d\d:?\d\d)?)?)?/
        guard let match = text.wholeMatch(of: form.asciiOnlyDigits()),
            let year = Int(match.1), year >= 1970, !needsDay || match.3 != nil
        else { return nil }
        var parts = DateComponents(calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
        parts.year = year
        parts.month = Self.number(match.2) ?? 1
        parts.day = Self.number(match.3) ?? 1
        parts.hour = Self.number(match.4) ?? 0
        parts.minute = Self.number(match.5) ?? 0
        parts.second = Self.number(match.6) ?? 0
        guard parts.isValidDate else { return nil }
        parts.timeZone = nil
        if let offset = match.7 {
            guard let zone = Self.timeZone(offset) else { return nil }
            parts.timeZone = zone
        }
        (self.text, components, hasTime) = (text, parts, match.4 != nil)
    }

    /// Returns the beginning of the date, in the given time zone unless the text has an offset.
    ///
    /// - Throws: A ``UsageError`` if it is before 1970 there, or if the clock skips it.
    func date(in timeZone: TimeZone) throws -> Date {
        guard let date = resolved(in: timeZone), date >= Self.earliest else {
            throw UsageError(DateText.invalid(text))
        }
        return date
    }

    /// Returns the beginning of the date like ``date(in:)``, but at least that of 1970.
    func start(in timeZone: TimeZone) -> Date {
        max(resolved(in: timeZone) ?? Self.earliest, Self.earliest)
    }

    private static let earliest = Date(timeIntervalSince1970: 0)

    private func resolved(in timeZone: TimeZone) -> Date? {
        var parts = components
        parts.timeZone = parts.timeZone ?? timeZone
        return !hasTime || parts.isValidDate ? parts.date : nil
    }

    private static func number(_ digits: Substring?) -> Int? { digits.flatMap { Int($0) } }

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
