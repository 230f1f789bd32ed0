/// A hashtag's name as tags are compared: without the `#`, in one form for every way to write it.
///
/// What counts as a tag is Unicode Standard Annex #31, requirement UAX31-R8 with the default syntax UAX31-D2: a
/// `#` and characters that may continue an identifier (`XID_Continue`), in any script. On top of that a tag has
/// a character that may begin one, so that `#1` is none, and at most ``maximumLength`` of them.
///
/// Names are compared in Unicode's compatibility form with case folded (the annex's UAX31-R4 and R5): `#Café`,
/// `#CAFE` with a combining accent and `＃café` are one tag, `#cafe` is another. Scalars that are not to be seen,
/// such as variation selectors and joiners, do not count, as in Unicode's `NFKC_Casefold`. The spelling in
/// a caption stays as it was written.
public struct Tag: Hashable, Sendable {
    /// The longest name, in Unicode scalars.
    public static let maximumLength = 100

    /// The name, without `#`.
    public let name: String

    /// Takes a tag as typed, with or without its `#`.
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

    /// The tag whose `#` these characters stand behind, if they make one.
    init?(continuing body: Substring.UnicodeScalarView) {
        let seen = body.lazy.filter { !$0.properties.isDefaultIgnorableCodePoint }
        guard seen.prefix(Self.maximumLength + 1).count <= Self.maximumLength else { return nil }
        name = Self.folded(String(body))
        guard name.unicodeScalars.count <= Self.maximumLength,
            name.unicodeScalars.contains(where: \.properties.isXIDStart)
        else { return nil }
    }

    /// A name that was kept as a tag's.
    package init(kept name: String) {
        self.name = name
    }

    /// The form in which names, and the beginnings of names, are compared.
    package static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        let seen = text.nfkc.unicodeScalars
            .filter { !$0.properties.isDefaultIgnorableCodePoint }
        // Upper case first: "ß" and "SS" are one, as case folding has it.
        return String(String.UnicodeScalarView(seen)).uppercased().lowercased().nfkc
    }
}

extension Tag: Comparable {
    /// Whether the bytes of `left` come before those of `right`, as SQLite orders texts.
    public static func < (left: Tag, right: Tag) -> Bool {
        left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
}

extension Tag: CustomStringConvertible {
    /// The name with its `#`.
    public var description: String { "#\(name)" }
}

extension Tag: Encodable {
    /// Writes the name.
    public func encode(to encoder: any Encoder) throws {
        try name.encode(to: encoder)
    }
}

extension Unicode.Scalar {
    /// Whether this is one of the three characters that begin a hashtag: number sign, small, full width.
    var startsTag: Bool { self == "#" || self == "\u{FE5F}" || self == "\u{FF03}" }

    /// Whether a hashtag goes on with this: `XID_Continue`, and on any version of Unicode U+200C and U+200D, which
    /// Persian and Indic words are written with (the annex's section 2.3).
    var continuesTag: Bool {
        properties.isXIDContinue || self == "\u{200C}" || self == "\u{200D}"
    }
}
