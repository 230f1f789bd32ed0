/// The position of a hit in the order of a search; the next page starts after it.
///
/// The text form is the group as a digit, followed by one or two texts. Each text is `p` for a post
/// or `c` for a comment, and the 20 characters of its push ID.
public struct SearchCursor: Hashable, Sendable {
    /// The groups of hits, in order.
    enum Group: Int, Hashable {
        /// Among the newest matches, with the query as a phrase.
        case phrase
        /// Among the newest matches, with the words apart.
        case words
        /// Older than the newest matches.
        case older
    }

    let group: Group
    let text: TextID
    /// The oldest of the newest matches, which are grouped; `nil` if hits are ordered by time
    /// alone.
    let oldestRanked: TextID?

    init(_ group: Group, _ text: TextID, oldestRanked: TextID? = nil) {
        self.group = group
        self.text = text
        self.oldestRanked = oldestRanked
    }
}

extension SearchCursor: LosslessStringConvertible {
    /// Parses the text form, or returns `nil`.
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

    /// The text form: 22 or 43 characters.
    public var description: String {
        "\(group.rawValue)\(text.cursor)\(oldestRanked?.cursor ?? "")"
    }
}

extension SearchCursor: Encodable {
    /// Encodes the text form.
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
