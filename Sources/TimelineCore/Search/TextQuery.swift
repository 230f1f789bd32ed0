/// A parsed search for words, phrases in quotation marks, and starts of words followed by `*`.
///
/// Every text is a valid query; other characters are ignored. A query without words matches
/// nothing.
package struct TextQuery: Hashable, Sendable {
    /// A word, phrase or start of a word that a matching text contains.
    package struct Term: Hashable, Sendable {
        /// The words, which must be consecutive in the text.
        let words: [String]
        /// Whether the only word is the start of one.
        let isPrefix: Bool
    }

    /// The number of characters of a query that are used.
    package static let maximumLength = 1000
    /// The number of terms of a query that are used.
    package static let maximumTerms = 16
    /// The number of words that the start of a word expands to: the most frequent ones.
    package static let maximumExpansion = 64

    /// The terms, all of which must match.
    package private(set) var terms: [Term] = []

    /// Parses a search text.
    package init(_ text: String) {
        let parts = text.prefix(Self.maximumLength)
            .split(omittingEmptySubsequences: false, whereSeparator: { "\"“”„".contains($0) })
        for (index, part) in parts.enumerated() {
            // Odd parts are phrases; an unpaired quotation mark is ignored.
            if index.isMultiple(of: 2) || index == parts.count - 1 {
                part.split(whereSeparator: \.isWhitespace).forEach { add($0) }
            } else {
                add(Term(words: Tokenizer.all(in: String(part)), isPrefix: false))
            }
        }
    }

    private mutating func add(_ chunk: Substring) {
        let words = Tokenizer.all(in: String(chunk))
        guard chunk.last == "*", let last = words.last else {
            return add(Term(words: words, isPrefix: false))
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

    /// Returns the pattern of this query, expanding starts of words.
    ///
    /// - Parameter expand: Returns the words that start with a prefix, most frequent first.
    /// - Returns: The pattern; `nil` if nothing can match.
    /// - Throws: The error of `expand`.
    package func pattern(
        expand: (_ prefix: String, _ limit: Int) throws -> [String]
    ) rethrows -> TextPattern? {
        let parts = try terms.map { term in
            guard term.isPrefix, let prefix = term.words.first else { return [term.words] }
            return try expand(prefix, Self.maximumExpansion).map { [$0] }
        }
        guard !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        return TextPattern(parts: parts)
    }

    /// The pattern of texts that contain the whole query as a phrase; `nil` if it would not differ
    /// from the query's own pattern.
    package var phrase: TextPattern? {
        guard terms.count > 1, !terms.contains(where: \.isPrefix) else { return nil }
        return TextPattern(parts: [[terms.flatMap(\.words)]])
    }
}
