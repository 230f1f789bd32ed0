/// The place of a hit among all of a search: the next page comes after it.
///
/// Its text is made of the rank as a digit and one or two texts, each as `p` for a post or `c` for a comment and the 20
/// characters of its push ID.
public struct SearchCursor: Hashable, Sendable {
    /// Where in the order a hit stands.
    enum Rank: Int, Hashable {
        /// Among the newest, with the words as they were typed.
        case together
        /// Among the newest, with the words apart.
        case apart
        /// Behind them.
        case older
    }

    let rank: Rank
    let text: TextID
    /// The oldest of the newest texts, which are ranked; `nil` where the order is that of time alone.
    let oldestRanked: TextID?

    init(_ rank: Rank, _ text: TextID, oldestRanked: TextID? = nil) {
        self.rank = rank
        self.text = text
        self.oldestRanked = oldestRanked
    }
}

extension SearchCursor: LosslessStringConvertible {
    /// Reads the text of a cursor, or returns `nil`.
    public init?(_ description: String) {
        guard let rank = description.first?.wholeNumberValue.flatMap(Rank.init),
            let text = TextID(cursor: description.dropFirst().prefix(TextID.cursorLength))
        else { return nil }
        let rest = description.dropFirst(1 + TextID.cursorLength)
        let oldest = TextID(cursor: rest)
        guard (oldest == nil) == rest.isEmpty, (oldest == nil) == (rank == .older) else {
            return nil
        }
        self.init(rank, text, oldestRanked: oldest)
    }

    /// The 22 or 43 characters.
    public var description: String {
        "\(rank.rawValue)\(text.cursor)\(oldestRanked?.cursor ?? "")"
    }
}

extension SearchCursor: Encodable {
    /// Writes the text.
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
