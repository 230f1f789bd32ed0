/// The position of a hit in the results of a search.
///
/// The next page starts after this hit.
///
/// The text form is a digit for the group, followed by the encoded IDs of one or two texts. Each ID
/// is encoded as `p` for a post or `c` for a comment, followed by the 20 characters of its push ID.
public struct SearchCursor: Hashable, Sendable {
    /// The groups of hits, in the order of the results.
    enum Group: Int, Hashable {
        /// The newest matches that contain the query as a phrase.
        case phrase
        /// The newest matches that contain the words of the query separately.
        case words
        /// All older matches.
        case older
    }

    let group: Group
    let text: TextID
    /// The oldest of the matches that are ranked by phrase, or `nil` if the remaining hits are
    /// sorted only by time.
    let oldestRanked: TextID?

    init(_ group: Group, _ text: TextID, oldestRanked: TextID? = nil) {
        self.group = group
        self.text = text
        self.oldestRanked = oldestRanked
    }
}

extension SearchCursor: LosslessStringConvertible {
    /// Creates a cursor from its text form.
    ///
    /// Returns `nil` if the text is not a valid cursor.
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

    /// Parses the text form.
    ///
    /// - Throws: ``TimelineError/invalidCursor(_:)``.
    public init(parsing text: String) throws(TimelineError) {
        guard let cursor = Self(text) else { throw .invalidCursor(text) }
        self = cursor
    }

    /// The text form, which has 22 or 43 characters.
    public var description: String {
        "\(group.rawValue)\(text.cursor)\(oldestRanked?.cursor ?? "")"
    }
}

extension SearchCursor: Encodable {
    /// Encodes the cursor in its text form.
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
