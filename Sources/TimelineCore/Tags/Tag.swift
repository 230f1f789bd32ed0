/// A hashtag without the `#`, in the normalized form used for comparison.
///
/// The syntax follows Unicode Standard Annex #31, requirement UAX31-R8 with the default syntax
/// UAX31-D2: a `#` followed by characters that may continue an identifier (`XID_Continue`), in any
/// script. In addition, a tag must contain a character that may start an identifier, so `#1` is not
/// a tag. A tag has at most ``maximumLength`` scalars.
///
/// Tags are normalized with compatibility mapping and case folding (UAX31-R4 and R5): `#Café`,
/// `#CAFE` with a combining accent, and `＃café` are the same tag, but `#cafe` is a different one.
/// Invisible scalars, such as variation selectors and joiners, are removed, as in Unicode's
/// `NFKC_Casefold`. Captions keep their original spelling.
///
/// ```swift
/// let page = try await guest.posts(tagged: Tag("#Sunset"))
/// ```
public struct Tag: Hashable, Sendable {
    /// The maximum length, in Unicode scalars.
    public static let maximumLength = 100

    /// The normalized tag, without `#`.
    public let name: String

    /// Parses a tag with or without its `#`.
    ///
    /// - Throws: ``TimelineError/invalidTag(_:)``.
    public init(_ typed: String) throws(TimelineError) {
        let scalars = typed.unicodeScalars
        let body = scalars.first.map(\.startsTag) == true ? scalars.dropFirst() : scalars[...]
        guard body.allSatisfy(\.continuesTag), let tag = Tag(continuing: body) else {
            throw .invalidTag(typed)
        }
        self = tag
    }

    /// Creates a tag from the characters after a `#`.
    ///
    /// Returns `nil` if they do not form a valid tag.
    init?(continuing body: Substring.UnicodeScalarView) {
        let visible = body.lazy.filter { !$0.properties.isDefaultIgnorableCodePoint }
        guard visible.prefix(Self.maximumLength + 1).count <= Self.maximumLength else { return nil }
        name = Self.normalized(String(body))
        guard name.unicodeScalars.count <= Self.maximumLength,
            name.unicodeScalars.contains(where: \.properties.isXIDStart)
        else { return nil }
    }

    /// Creates a tag from a name that has already been normalized.
    public init(normalized name: String) {
        self.name = name
    }

    /// Normalizes a tag or the beginning of one.
    public static func normalized(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        let visible = text.nfkc.unicodeScalars
            .filter { !$0.properties.isDefaultIgnorableCodePoint }
        // Converting to uppercase first makes "ß" equal to "SS", as in case folding.
        return String(String.UnicodeScalarView(visible)).uppercased().lowercased().nfkc
    }
}

extension Tag: Comparable {
    /// Returns whether the bytes of `left` sort before those of `right`, as in SQLite.
    public static func < (left: Tag, right: Tag) -> Bool {
        left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
}

extension Tag: CustomStringConvertible {
    /// The tag with its `#`.
    public var description: String { "#\(name)" }
}

extension Tag: Encodable {
    /// Encodes the normalized tag, without `#`.
    public func encode(to encoder: any Encoder) throws {
        try name.encode(to: encoder)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar starts a hashtag, which is true of `#` and its small and full-width
    /// forms.
    var startsTag: Bool { self == "#" || self == "\u{FE5F}" || self == "\u{FF03}" }

    /// Whether the scalar can continue a hashtag: `XID_Continue`, U+200C or U+200D.
    ///
    /// U+200C and U+200D occur in Persian and Indic words (UAX #31, section 2.3), but only some
    /// versions of Unicode include them in `XID_Continue`.
    var continuesTag: Bool {
        properties.isXIDContinue || self == "\u{200C}" || self == "\u{200D}"
    }
}
