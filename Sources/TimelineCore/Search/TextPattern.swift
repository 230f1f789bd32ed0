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
