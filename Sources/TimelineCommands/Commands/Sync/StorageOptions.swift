import ArgumentParser
import Foundation
import TimelineSync

/// The options that limit which posts and pictures by others a store holds.
struct StorageOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: SyncHelp.since,
        transform: OldestDate.init(parsing:)
    )
    var since: OldestDate?

    @Option(
        parsing: .unconditional,
        help: SyncHelp.keep,
        transform: PictureLimit.init(parsing:)
    )
    var keep: PictureLimit?
}

/// The date of the oldest posts to fetch, as typed by the user: a date or `all`.
struct OldestDate {
    /// The date, or `nil` for all posts.
    let date: TypedDate?

    /// Parses a date.
    ///
    /// - Throws: A `ValidationError` if the text is not a date.
    init(parsing text: String) throws {
        date = text == SyncText.all ? nil : TypedDate(text, needsDay: false)
        guard date?.hasTime == false || text == SyncText.all else {
            throw ValidationError(SyncText.invalidDate(text))
        }
    }
}

/// The maximum total size of full-size pictures by others, as typed by the user: `20GB` or `all`.
struct PictureLimit {
    /// The number of bytes, or `nil` for no limit.
    let byteCount: UInt64?

    /// Parses a size.
    ///
    /// - Throws: A `ValidationError` if the text is not a size.
    init(parsing text: String) throws {
        byteCount = text == SyncText.all ? nil : try ByteSize(parsing: text).byteCount
    }
}

/// A size as typed by a user, such as `500MB` or `2GB`, in decimal units.
struct ByteSize {
    /// The number of bytes.
    let byteCount: UInt64

    /// Parses a number with an optional unit, in any case and with or without a space.
    ///
    /// - Throws: A `ValidationError` if the text is not a size.
    init(parsing text: String) throws {
        let compact = text.lowercased().filter { !$0.isWhitespace }
        let number = compact.prefix { $0.isNumber || $0 == "." }
        let units = [
            "": 1.0, "b": 1, "k": 1e3, "kb": 1e3, "m": 1e6, "mb": 1e6, "g": 1e9, "gb": 1e9,
        ]
        guard let value = Double(number), value.isFinite,
            let factor = units[String(compact.dropFirst(number.count))],
            let byteCount = UInt64(exactly: (value * factor).rounded(.down))
        else { throw ValidationError(ByteText.invalid(text)) }
        self.byteCount = byteCount
    }
}
