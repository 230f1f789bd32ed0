/// A parsed search for words, phrases in quotation marks, and prefixes of words followed by `*`.
///
/// A word that ends in Hangul is a prefix without `*`, because Korean attaches particles to nouns:
/// a search for 서울 also finds 서울에서, "in Seoul". In quotation marks, it matches only itself.
///
/// Every text is a valid query. Other characters are ignored. A query without words has no matches.
package struct TextQuery: Hashable, Sendable {
    /// A word, a phrase or a prefix that a matching text must contain.
    package struct Term: Hashable, Sendable {
        /// The words of the term, which must be consecutive in the text.
        let words: [String]
        /// Whether the term is the prefix of a word.
        ///
        /// Such a term has only one word.
        let isPrefix: Bool

        /// Whether the term ends in Hangul, so that a single word of it is a prefix without `*`.
        fileprivate var endsInHangul: Bool {
            words.last?.unicodeScalars.last?.isHangul ?? false
        }
    }

    /// The maximum number of characters in a query.
    ///
    /// Additional characters are ignored.
    package static let maximumLength = 1000
    /// The maximum number of terms in a query.
    ///
    /// Additional terms are ignored.
    package static let maximumTerms = 16
    /// The maximum number of words that a prefix expands to.
    ///
    /// The most frequent words are used.
    package static let maximumExpansion = 64

    /// The terms, all of which must match.
    package private(set) var terms: [Term] = []

    /// Parses a search text.
    package init(_ text: String) {
        let parts = text.prefix(Self.maximumLength)
            .split(omittingEmptySubsequences: false, whereSeparator: { "\"“”„".contains($0) })
        for (index, part) in parts.enumerated() {
            // Parts with odd indices are phrases. An unpaired quotation mark is ignored.
            if index.isMultiple(of: 2) || index == parts.count - 1 {
                part.split(whereSeparator: \.isWhitespace).forEach { add($0) }
            } else {
                add(Term(words: Tokenizer.all(in: String(part)), isPrefix: false))
            }
        }
    }

    private mutating func add(_ chunk: Substring) {
        let words = Tokenizer.all(in: String(chunk))
        let term = Term(words: words, isPrefix: false)
        guard chunk.last == "*" || term.endsInHangul, let last = words.last else {
            return add(term)
        }
        add(Term(words: words.dropLast(), isPrefix: false))
        add(Term(words: [last], isPrefix: true))
    }

    private mutating func add(_ term: Term) {
        guard !term.words.isEmpty, terms.count < Self.maximumTerms, !terms.contains(term) else {
            return
        }
        terms.append(term)
    }

    /// Returns the pattern for this query, expanding its prefixes.
    ///
    /// - Parameter expand: A closure that returns the words that start with a prefix, most frequent
    ///   first.
    /// - Returns: The pattern, or `nil` if nothing can match.
    /// - Throws: Any error thrown by `expand`.
    package func pattern(
        expand: (_ prefix: String, _ limit: Int) throws -> [String]
    ) rethrows -> TextPattern? {
        let parts = try terms.map { term in
            guard term.isPrefix, let prefix = term.words.first else { return [term.words] }
            let words = try expand(prefix, Self.maximumExpansion)
            // The word as typed always matches, even if others are more frequent.
            return words.count < Self.maximumExpansion || words.contains(prefix)
                ? words.map { [$0] } : [[prefix]] + words.dropLast().map { [$0] }
        }
        guard !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        return TextPattern(parts: parts)
    }

    /// The pattern for texts that contain the whole query as one phrase, or `nil` if it would be
    /// the same as the query's own pattern or the query contains prefixes other than Hangul.
    package var phrase: TextPattern? {
        guard terms.count > 1, terms.allSatisfy({ !$0.isPrefix || $0.endsInHangul }) else {
            return nil
        }
        return TextPattern(parts: [[terms.flatMap(\.words)]])
    }
}

/// A search pattern, which consists of one or more parts.
///
/// A text matches if it contains at least one phrase from each part.
public struct TextPattern: Hashable, Sendable {
    /// A sequence of consecutive words in normalized form.
    ///
    /// A phrase is never empty.
    public typealias Phrase = [String]

    /// The parts of the pattern.
    ///
    /// A part matches if one of its phrases does.
    public let parts: [[Phrase]]

    /// Creates a pattern.
    public init(parts: [[Phrase]]) {
        self.parts = parts
    }

    /// Returns whether a text with the given words matches.
    public func matches(_ words: [String]) -> Bool {
        parts.allSatisfy { $0.contains { !Self.indices(of: $0, in: words).isEmpty } }
    }

    /// Returns the ranges in a text that match any phrase of the pattern.
    func matches(in text: String) -> [Range<String.Index>] {
        var words: [String] = []
        var ranges: [Range<String.Index>] = []
        Tokenizer.forEach(in: text) { word, range in
            words.append(word)
            ranges.append(range)
        }
        return parts.joined()
            .flatMap { phrase in
                Self.indices(of: phrase, in: words)
                    .map { ranges[$0].lowerBound..<ranges[$0 + phrase.count - 1].upperBound }
            }
    }

    private static func indices(of phrase: Phrase, in words: [String]) -> [Int] {
        guard let first = phrase.first, words.count >= phrase.count else { return [] }
        return (0...(words.count - phrase.count))
            .filter { words[$0] == first && words[$0..<($0 + phrase.count)].elementsEqual(phrase) }
    }
}

/// A search for a single tag or user: `#` or `@` followed by text.
enum EntityQuery: Hashable {
    /// A tag or its beginning, without `#`.
    case tag(String)
    /// A displayed username or part of one, without `@`.
    case mention(String)

    /// Parses a search text.
    ///
    /// Returns `nil` if the text is neither a tag nor a mention. Also returns `nil` if it contains
    /// other words, because all words of a search must match.
    init?(in typed: String) {
        let scalars = typed.drop(while: \.isWhitespace).unicodeScalars
        guard let sign = scalars.first, sign.startsTag || sign.startsMention else { return nil }
        let rest = scalars.dropFirst()
        let body = rest.prefix { sign.startsTag ? $0.continuesTag : $0.continuesUsername }
        guard Tokenizer.all(in: String(Substring(rest[body.endIndex...]))).isEmpty else {
            return nil
        }
        let text = String(Substring(body))
        self = sign.startsTag ? .tag(text) : .mention(text)
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a Hangul syllable or a letter of one, after normalization.
    fileprivate var isHangul: Bool {
        switch value {
        case 0x1100...0x11FF, 0xA960...0xA97F, 0xAC00...0xD7FF: true
        default: false
        }
    }

    /// Whether a displayed username can contain the scalar.
    fileprivate var continuesUsername: Bool {
        properties.isXIDContinue || self == "." || self == "~"
    }
}

/// The ID of a searchable text: a comment, or a post's caption with the other texts of the post.
public enum TextID: Hashable, Sendable {
    /// The caption of a post.
    case caption(Post.ID)
    /// The text of a comment.
    case comment(Comment.ID)

    /// The untyped ID of the post or the comment.
    public var pushID: PushID {
        switch self {
        case .caption(let id): id.pushID
        case .comment(let id): id.pushID
        }
    }

    /// Whether the text is a comment.
    public var isComment: Bool {
        switch self {
        case .caption: false
        case .comment: true
        }
    }

    /// Creates the ID of a comment or of a post's caption.
    public init(_ id: PushID, isComment: Bool) {
        self = isComment ? .comment(Comment.ID(id)) : .caption(Post.ID(id))
    }

    /// An ID that sorts after all other IDs.
    public static let max = TextID(.max, isComment: true)

    /// An ID that sorts before all other IDs.
    public static let min = TextID(.min, isComment: false)
}

extension TextID: Comparable {
    /// Returns whether `left` is older than `right`.
    ///
    /// If the push IDs are equal, captions sort first.
    public static func < (left: TextID, right: TextID) -> Bool {
        left.pushID == right.pushID
            ? !left.isComment && right.isComment : left.pushID < right.pushID
    }
}

/// The texts of a post that searches match in addition to the caption: the name of its place and
/// the descriptions of its photos.
package enum PostDetails {
    /// Joins the texts, each on its own line, or returns an empty string if there are none.
    ///
    /// Every repository indexes the text that ``searchable(caption:details:)`` creates from the
    /// result.
    package static func text(placeName: String?, alts: [String?]) -> String {
        ([placeName] + alts).compactMap(\.self).joined(separator: lineBreak)
    }

    /// Returns the text of a post that searches match: the caption and, if present, the details.
    package static func searchable(caption: String, details: String) -> String {
        details.isEmpty ? caption : caption + lineBreak + details
    }

    private static let lineBreak = "\n"
}

extension Post.Content {
    /// The texts that searches match in addition to the caption.
    package var details: String {
        PostDetails.text(placeName: place?.name, alts: photos.map(\.alt))
    }
}
