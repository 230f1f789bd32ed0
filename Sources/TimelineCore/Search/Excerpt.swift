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
