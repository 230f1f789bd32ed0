/// What the words of a text have to be to match a search.
public struct TextPattern: Hashable, Sendable {
    /// Words that stand one behind the other; folded, never empty.
    public typealias Phrase = [String]

    /// What has to be there, each as one of several phrases.
    public let parts: [[Phrase]]

    /// Makes a pattern of its parts.
    package init(parts: [[Phrase]]) {
        self.parts = parts
    }

    /// Whether a text with these words matches.
    package func matches(_ words: [String]) -> Bool {
        parts.allSatisfy { $0.contains { !Self.places(of: $0, in: words).isEmpty } }
    }

    /// Where the phrases of this pattern stand in a text.
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
