/// What a person typed to find texts: words that all have to be there, phrases in quotation marks, and the
/// beginnings of words with `*` behind them.
///
/// Every text is a query; what is no word is passed over, and one without words finds nothing.
package struct TextQuery: Hashable, Sendable {
    /// A part of the query that a text has to hold.
    package struct Term: Hashable, Sendable {
        /// Words that stand one behind the other.
        let words: [String]
        /// Whether the word, the only one then, is the beginning of one.
        let isPrefix: Bool
    }

    /// How many characters of a query count.
    package static let maximumLength = 1000
    /// How many terms of a query count.
    package static let maximumTerms = 16
    /// How many words a beginning stands for at most: those that are written most often.
    package static let maximumExpansion = 64

    /// What has to be there.
    package private(set) var terms: [Term] = []

    /// Reads what was typed.
    package init(_ text: String) {
        let parts = text.prefix(Self.maximumLength)
            .split(omittingEmptySubsequences: false, whereSeparator: { "\"“”„".contains($0) })
        for (index, part) in parts.enumerated() {
            // Between the first mark and the second is a phrase, and so on; a mark without another ends nothing.
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

    /// The pattern of this query among the words that there are.
    ///
    /// - Parameter expand: tells the words with a beginning, the ones written most often first.
    /// - Returns: the pattern; `nil` when nothing can match.
    /// - Throws: what `expand` throws.
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

    /// The pattern of the texts in which the words stand as they were typed, one behind the other; `nil` when
    /// that says no more than the words themselves.
    package var together: TextPattern? {
        guard terms.count > 1, !terms.contains(where: \.isPrefix) else { return nil }
        return TextPattern(parts: [[terms.flatMap(\.words)]])
    }
}
