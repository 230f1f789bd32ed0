import ArgumentParser
import Foundation
import TimelineCore

/// A date since 1970 as typed by the user, with or without a time.
///
/// It is written like `2018-05-01`, `2018-05-01 12:00` or `2018-05-01T12:00:00+02:00`. Where a year or
/// a month is enough, it may also be `2018` or `2018-05`. A missing part means its beginning.
struct TypedDate {
    /// The text.
    let text: String
    private let written: WrittenDate

    /// Parses a date.
    ///
    /// - Throws: A `ValidationError` if the text is not a date.
    init(parsing text: String) throws {
        guard let date = TypedDate(text) else { throw ValidationError(DateText.invalid(text)) }
        self = date
    }

    /// Parses a date, or returns `nil` if the text is not a date or a part of it is invalid.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - needsDay: Whether a year or a month is not enough.
    init?(_ text: String, needsDay: Bool = true) {
        guard let date = WrittenDate(text), date.isWhole, date.year >= 1970,
            !needsDay || date.day != nil
        else { return nil }
        (self.text, written) = (text, date)
    }

    /// Whether the text has a time, which a change of the clock may skip in a time zone.
    var hasTime: Bool { written.minute != nil }

    /// Returns the beginning of the date, in the given time zone unless the text has an offset.
    ///
    /// A date that is in 1969 in UTC is the beginning of 1970.
    ///
    /// - Throws: A ``UsageError`` if the clock skips the time there.
    func date(in timeZone: TimeZone) throws -> Date {
        guard !written.isSkipped(in: timeZone) else { throw UsageError(DateText.invalid(text)) }
        return start(in: timeZone)
    }

    /// Returns the beginning of the date like ``date(in:)``, or the time after a skipped one.
    func start(in timeZone: TimeZone) -> Date { written.date(in: timeZone) }
}

/// A time zone as typed by the user: a name such as "Europe/Berlin" or an offset such as "+02:00".
struct TypedTimeZone {
    let timeZone: TimeZone

    /// Parses a time zone.
    ///
    /// - Throws: A `ValidationError` if the text is no time zone.
    init(parsing text: String) throws {
        let zone = WrittenDate("2000-01-01 00:00\(text)")
            .flatMap { $0.isWhole ? $0.offset : nil }
            .flatMap { TimeZone(secondsFromGMT: $0) }
        // Abbreviations such as "CST" are ambiguous.
        guard let zone = zone ?? (text.contains("/") ? TimeZone(identifier: text) : nil) else {
            throw ValidationError(DateText.invalidTimeZone(text))
        }
        timeZone = zone
    }
}
