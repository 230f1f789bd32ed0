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

/// A tag with the number of posts that have it.
public struct TagCount: Hashable, Sendable, Encodable {
    /// The tag.
    public let tag: Tag
    /// The number of posts with the tag.
    public let postCount: Int

    /// Creates a count of the posts with a tag.
    public init(tag: Tag, postCount: Int) {
        self.tag = tag
        self.postCount = postCount
    }

    private enum CodingKeys: String, CodingKey {
        case tag = "name"
        case postCount
    }
}

/// The tags and mentions in a text.
///
/// An address, such as `@leia@example.org`, `leia@example.org` or `https://example.org/@leia#top`,
/// is neither, and contains none.
public struct TextEntities: Hashable, Sendable {
    /// The maximum number of tags and the maximum number of mentions in one text.
    ///
    /// Additional tags and mentions are ignored.
    package static let limit = 100

    /// The tags, in order of first occurrence and without duplicates.
    public private(set) var tags: [Tag] = []
    /// The mentioned displayed usernames, in order of first occurrence and without duplicates.
    public private(set) var mentions: [String] = []

    /// Creates an empty list.
    package init() {}

    /// Finds the tags and mentions in a text.
    public init(in text: String) {
        guard text.utf8.contains(where: Self.mayBegin) else { return }
        var scanner = EntityScanner(text)
        while let entity = scanner.next() { add(entity) }
    }

    /// Returns the mentioned displayed usernames in a text.
    ///
    /// Most texts have tags only, and are not scanned.
    package static func mentions(in text: String) -> [String] {
        let mayMention = text.utf8.contains { $0 == UInt8(ascii: "@") || $0 == 0xEF }
        return mayMention ? TextEntities(in: text).mentions : []
    }

    /// Adds a tag or a mention, unless it is in the list or there are already too many.
    package mutating func add(_ entity: TextEntity) {
        switch entity {
        case .tag(let tag, _):
            if tags.count < Self.limit, !tags.contains(tag) { tags.append(tag) }
        case .mention(let name, _):
            if mentions.count < Self.limit, !mentions.contains(name) { mentions.append(name) }
        }
    }

    /// Returns whether a UTF-8 byte may start `#`, `@` or one of their small and full-width forms.
    fileprivate static func mayBegin(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "#") || byte == UInt8(ascii: "@") || byte == 0xEF
    }
}

/// A tag or a mention with its range in the text.
package enum TextEntity: Hashable {
    /// A tag.
    case tag(Tag, at: Range<String.Index>)
    /// A mentioned username, as displayed.
    case mention(String, at: Range<String.Index>)
}

/// An iterator over the tags and mentions in a text.
package struct EntityScanner {
    private let text: String.UnicodeScalarView
    private var position: String.Index

    /// Creates a scanner that starts at the beginning of a text.
    package init(_ text: String) {
        self.text = text.unicodeScalars
        position = text.startIndex
    }

    /// Returns the next tag or mention, or `nil` at the end of the text.
    ///
    /// Only the few scalars that can start an entity, or the path of a URL, are examined, because
    /// most texts have none.
    package mutating func next() -> TextEntity? {
        let bytes = String(text).utf8
        while let start = bytes[position...]
            .firstIndex(where: { TextEntities.mayBegin($0) || $0 == UInt8(ascii: "/") })
        {
            let scalar = text[start]
            position = text.index(after: start)
            if scalar == "/" {
                if startsPath(start) { skip(while: \.continuesURL) }
                continue
            }
            guard isAtBoundary(start) else { continue }
            if scalar.startsTag, let tag = tag(from: start) { return tag }
            if scalar.startsMention, let mention = mention(from: start) { return mention }
        }
        position = text.endIndex
        return nil
    }

    /// Returns whether an entity may start at an index.
    ///
    /// After a letter or a digit, the scalar is part of something else, such as an address or a
    /// link.
    private func isAtBoundary(_ index: String.Index) -> Bool {
        index == text.startIndex || !text[text.index(before: index)].continuesTag
    }

    /// Returns whether a slash belongs to a URL: it is the first one of `://`, or follows a host.
    private func startsPath(_ slash: String.Index) -> Bool {
        let start = text[..<slash]
        if start.last == ":", text[position...].first == "/" {
            return start.dropLast().last?.isInHost ?? false
        }
        let host = start.reversed().prefix(while: \.isInHost)
        let domain = host.prefix { $0 != "." }
        guard domain.count >= 2, domain.allSatisfy({ !("0"..."9").contains($0) }),
            host.count > domain.count + 1
        else { return false }
        // After "@", this is a username with a full stop.
        return start.dropLast(host.count).last.map { !$0.startsMention && !$0.continuesTag } ?? true
    }

    private mutating func skip(while belongs: (Unicode.Scalar) -> Bool) {
        position = text[position...].firstIndex { !belongs($0) } ?? text.endIndex
    }

    private mutating func tag(from start: String.Index) -> TextEntity? {
        let body = Substring(text[position...].prefix(while: \.continuesTag))
            .unicodeScalars
        guard !body.isEmpty else { return nil }
        position = body.endIndex
        return Tag(continuing: body).map { .tag($0, at: start..<body.endIndex) }
    }

    /// Parses a username by the rules of ``Username``, followed by the optional suffix of a
    /// displayed username.
    ///
    /// Trailing full stops are not part of the username.
    private mutating func mention(from start: String.Index) -> TextEntity? {
        let run = text[position...].prefix { $0.properties.isXIDContinue || $0 == "." }
        var name = run
        while name.last == "." { name = name.dropLast() }
        guard !name.isEmpty else { return nil }
        position = run.endIndex
        // A second @ means an address on another network, such as @leia@example.org, where names
        // may have hyphens.
        let local = text[start...].dropFirst().prefix(while: \.isInAddress)
        if local.endIndex < text.endIndex, text[local.endIndex].startsMention,
            local.last?.continuesTag ?? false
        {
            position = text.index(after: local.endIndex)
            skip(while: \.isInAddress)
            return nil
        }
        // An invalid username is not a mention.
        guard let username = try? Username(String(Substring(name))) else { return nil }
        let suffix = text[name.endIndex...].prefix(11)
        guard suffix.count == 11, suffix.first == "~",
            suffix.dropFirst().allSatisfy({ "0123456789abcdef".unicodeScalars.contains($0) })
        else { return .mention(username.text, at: start..<name.endIndex) }
        position = suffix.endIndex
        let displayed = username.text + String(Substring(suffix))
        return .mention(displayed, at: start..<suffix.endIndex)
    }
}

extension String {
    /// Returns the text with other texts in the places of its mentions.
    ///
    /// - Parameter replacement: Returns the text that replaces a mention of the given displayed
    ///   username, whose spelling starts with `@`.
    /// - Returns: The text with the replacements.
    package func replacingMentions(
        _ replacement: (_ name: String, _ spelling: Substring) -> String
    ) -> String {
        var scanner = EntityScanner(self)
        var text = ""
        var position = startIndex
        while let entity = scanner.next() {
            guard case .mention(let name, let range) = entity else { continue }
            text += self[position..<range.lowerBound] + replacement(name, self[range])
            position = range.upperBound
        }
        return text + self[position...]
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a letter, a digit or a sign in the name of a host.
    fileprivate var isInHost: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "-": true
        default: false
        }
    }

    /// Whether the scalar can be part of a name or a host in an address.
    fileprivate var isInAddress: Bool { continuesTag || self == "." || self == "-" }

    /// Whether the scalar can continue a URL (RFC 3986), or an internationalized one (RFC 3987).
    fileprivate var continuesURL: Bool {
        isASCII
            ? ("!"..."~").contains(self) && !"\"<>\\^`{|}".unicodeScalars.contains(self)
            : continuesTag
    }

    /// Whether the scalar starts a mention, which is true of `@` and its small and full-width
    /// forms.
    var startsMention: Bool { self == "@" || self == "\u{FE6B}" || self == "\u{FF20}" }
}
