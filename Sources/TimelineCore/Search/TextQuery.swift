/// A parsed search for words, phrases in quotation marks, and prefixes of words followed by `*`.
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
            return try expand(prefix, Self.maximumExpansion).map { [$0] }
        }
        guard !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        return TextPattern(parts: parts)
    }

    /// The pattern for texts that contain the whole query as one phrase, or `nil` if it would be
    /// the same as the query's own pattern or the query contains prefixes.
    package var phrase: TextPattern? {
        guard terms.count > 1, !terms.contains(where: \.isPrefix) else { return nil }
        return TextPattern(parts: [[terms.flatMap(\.words)]])
    }
}
