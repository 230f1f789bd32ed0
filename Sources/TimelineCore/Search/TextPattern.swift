/// A pattern that the words of a text match if they contain one phrase of each part.
public struct TextPattern: Hashable, Sendable {
    /// Consecutive words in normalized form; never empty.
    public typealias Phrase = [String]

    /// The parts, each of which matches if one of its phrases does.
    public let parts: [[Phrase]]

    /// Creates a pattern.
    package init(parts: [[Phrase]]) {
        self.parts = parts
    }

    /// Returns whether a text with these words matches.
    package func matches(_ words: [String]) -> Bool {
        parts.allSatisfy { $0.contains { !Self.places(of: $0, in: words).isEmpty } }
    }

    /// Returns the ranges of all phrases of the pattern in a text.
    func places(in text: String) -> [Range<String.Index>] {
        var words: [String] = []
        var places: [Range<String.Index>] = []
        Tokenizer.forEach(in: text) { word, place in
            words.append(word)
            places.append(place)
        }
        return parts.joined()
            .flatMap { phrase in
                Self.places(of: phrase, in: words)
                    .map { places[$0].lowerBound..<places[$0 + phrase.count - 1].upperBound }
            }
    }

    private static func places(of phrase: Phrase, in words: [String]) -> [Int] {
        guard let first = phrase.first, words.count >= phrase.count else { return [] }
        return (0...(words.count - phrase.count))
            .filter { words[$0] == first && words[$0..<($0 + phrase.count)].elementsEqual(phrase) }
    }
}
