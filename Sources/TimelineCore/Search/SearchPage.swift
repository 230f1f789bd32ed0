/// A search hit: a post with a matching text, or a matching comment with its post.
public struct SearchHit: Hashable, Sendable {
    /// The matching post, or the post with the matching comment.
    public let post: PostView
    /// The matching comment, or `nil` if a text of the post itself matches.
    public let comment: CommentView?
    /// The part of the matching text around the first match.
    public let excerpt: Excerpt
}

extension SearchHit: Encodable {
    private enum CodingKeys: CodingKey {
        case post, comment, excerpt
    }

    /// Encodes the properties.
    ///
    /// If there is no comment, ``comment`` is encoded as `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(post, forKey: .post)
        try container.encode(comment, forKey: .comment)
        try container.encode(excerpt, forKey: .excerpt)
    }
}

/// A page of search results.
///
/// ```swift
/// let page = try await session.search("two suns")
/// show(page.users, page.tags)
/// for hit in page.hits { show(hit.post.caption, hit.excerpt) }
/// let next = try await session.search("two suns", after: page.next)
/// show(next.hits)
/// ```
public struct SearchPage: Hashable, Sendable {
    /// The maximum number of users and the maximum number of tags on the first page.
    public static let suggestionLimit = 5

    /// The users with the search text in their username or display name.
    ///
    /// The list is empty after the first page.
    public let users: [User]
    /// The tags that start with the search text.
    ///
    /// The list is empty after the first page.
    public let tags: [TagCount]
    /// The matching captions and comments, best matches first.
    public let results: Page<SearchHit, SearchCursor>

    /// The matching captions and comments on this page, best matches first.
    public var hits: [SearchHit] { results.items }
    /// The cursor for the next page, or `nil` at the end of the results.
    public var next: SearchCursor? { results.next }
}

extension SearchHit: PageItem {
    /// The key for hits in an encoded page.
    public static var pageKey: String { "hits" }
}

extension SearchPage: Encodable {
    private enum CodingKeys: CodingKey {
        case users, tags
    }

    /// Encodes the users, the tags, the hits, and ``next``, which is `null` on the last page.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(users, forKey: .users)
        try container.encode(tags, forKey: .tags)
        try results.encode(to: encoder)
    }
}

/// The position of a hit in the results of a search.
///
/// The next page starts after this hit.
///
/// The text form is a digit for the group, followed by the encoded IDs of one or two texts. Each ID
/// is encoded as `p` for a post or `c` for a comment, followed by the 20 characters of its push ID.
public struct SearchCursor: Hashable, Sendable {
    /// The groups of hits, in the order of the results.
    enum Group: Int, Hashable {
        /// The newest matches that contain the query as a phrase.
        case phrase
        /// The newest matches that contain the words of the query separately.
        case words
        /// All older matches.
        case older
    }

    let group: Group
    let text: TextID
    /// The oldest of the matches that are ranked by phrase, or `nil` if the remaining hits are
    /// sorted only by time.
    let oldestRanked: TextID?

    init(_ group: Group, _ text: TextID, oldestRanked: TextID? = nil) {
        self.group = group
        self.text = text
        self.oldestRanked = oldestRanked
    }
}

extension SearchCursor: LosslessStringConvertible {
    /// Creates a cursor from its text form.
    ///
    /// Returns `nil` if the text is not a valid cursor.
    public init?(_ description: String) {
        guard let group = description.first?.wholeNumberValue.flatMap(Group.init),
            let text = TextID(cursor: description.dropFirst().prefix(TextID.cursorLength))
        else { return nil }
        let rest = description.dropFirst(1 + TextID.cursorLength)
        let oldest = TextID(cursor: rest)
        guard (oldest == nil) == rest.isEmpty, (oldest == nil) == (group == .older) else {
            return nil
        }
        self.init(group, text, oldestRanked: oldest)
    }

    /// Parses the text form.
    ///
    /// - Throws: ``TimelineError/invalidCursor(_:)``.
    public init(parsing text: String) throws(TimelineError) {
        guard let cursor = Self(text) else { throw .invalidCursor(text) }
        self = cursor
    }

    /// The text form, which has 22 or 43 characters.
    public var description: String {
        "\(group.rawValue)\(text.cursor)\(oldestRanked?.cursor ?? "")"
    }
}

extension SearchCursor: Encodable {
    /// Encodes the cursor in its text form.
    public func encode(to encoder: any Encoder) throws {
        try description.encode(to: encoder)
    }
}

extension TextID {
    fileprivate static let cursorLength = 21

    fileprivate var cursor: String { "\(isComment ? "c" : "p")\(pushID.description)" }

    fileprivate init?(cursor: Substring) {
        guard let id = PushID(String(cursor.dropFirst())), let kind = cursor.first,
            "pc".contains(kind)
        else { return nil }
        self.init(id, isComment: kind == "c")
    }
}

/// The part of a text around the first match, with all matches in that part marked.
///
/// ```swift
/// let bold = hit.excerpt.parts.map { $0.isMatch ? "**\($0.text)**" : $0.text }.joined()
/// ```
public struct Excerpt: Hashable, Sendable {
    /// A section of an excerpt: either a match or text between matches.
    public struct Part: Hashable, Sendable, Encodable {
        /// The text of the section, with line breaks replaced by spaces.
        public let text: String
        /// Whether the section matches the search.
        public let isMatch: Bool
    }

    /// The maximum length of an excerpt in characters, not counting the ellipses.
    public static let maximumLength = 160
    /// The maximum number of characters before the first match.
    static let lead = 40

    /// The sections, in order.
    public let parts: [Part]

    /// Creates an excerpt of a text, given the ranges of all matches.
    init(of text: String, around matches: [Range<String.Index>]) {
        let matches = Self.merged(matches)
        let window = Self.window(of: text, around: matches.first)
        var parts: [Part] = []
        func add(_ range: Range<String.Index>, isMatch: Bool) {
            let range = range.clamped(to: window)
            guard !range.isEmpty else { return }
            let line = text[range].map { $0.isNewline ? " " : $0 }
            parts.append(Part(text: String(line), isMatch: isMatch))
        }
        if window.lowerBound > text.startIndex { parts.append(Part(text: "…", isMatch: false)) }
        var position = text.startIndex
        for match in matches {
            add(position..<match.lowerBound, isMatch: false)
            add(match, isMatch: true)
            position = match.upperBound
        }
        add(position..<text.endIndex, isMatch: false)
        if window.upperBound < text.endIndex { parts.append(Part(text: "…", isMatch: false)) }
        self.parts = parts
    }

    /// The excerpt as one string.
    public var text: String { parts.map(\.text).joined() }

    private static func merged(_ ranges: [Range<String.Index>]) -> [Range<String.Index>] {
        ranges.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
            .reduce(into: []) { merged, range in
                if let last = merged.last, range.lowerBound < last.upperBound {
                    let end = max(last.upperBound, range.upperBound)
                    merged[merged.count - 1] = last.lowerBound..<end
                } else {
                    merged.append(range)
                }
            }
    }

    /// Returns the range of the excerpt, which starts at a word boundary if one is near.
    private static func window(
        of text: String,
        around first: Range<String.Index>?
    ) -> Range<String.Index> {
        guard text.count > maximumLength, let first else {
            return text.startIndex..<text.prefix(maximumLength).endIndex
        }
        var start =
            text.index(first.lowerBound, offsetBy: -lead, limitedBy: text.startIndex)
            ?? text.startIndex
        if start > text.startIndex,
            let gap = text[start..<first.lowerBound].firstIndex(where: \.isWhitespace)
        {
            start = text.index(after: gap)
        }
        let end = text.index(start, offsetBy: maximumLength, limitedBy: text.endIndex)
        return start..<(end ?? text.endIndex)
    }
}

extension Excerpt: Encodable {
    /// Encodes the sections as an array.
    public func encode(to encoder: any Encoder) throws {
        try parts.encode(to: encoder)
    }
}
