/// A cursor for a user's activity: the position of the item after which the next page starts.
///
/// The text form consists of a digit for the kind, the 20 characters of the stamp, the 36
/// characters of the user's ID, the arrival number, a period, and the epoch of the last visit.
public struct ActivityCursor: Hashable, Sendable {
    let position: ActivityEvent.Position
    /// The epoch of the user's last visit before the first page was read.
    ///
    /// On every page, items that arrived after this epoch are marked as new.
    let lastVisit: Int

    init(_ position: ActivityEvent.Position, lastVisit: Int) {
        self.position = position
        self.lastVisit = lastVisit
    }
}

extension ActivityCursor: LosslessStringConvertible {
    /// Parses a cursor from its text form, or returns `nil` if the text is not a valid cursor.
    public init?(_ description: String) {
        let stamp = description.dropFirst().prefix(Self.stampLength)
        let user = description.dropFirst(1 + Self.stampLength).prefix(Self.userLength)
        let numbers = description.dropFirst(1 + Self.stampLength + Self.userLength)
            .split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard let kind = description.first?.wholeNumberValue.flatMap(ActivityKind.init(rank:)),
            let stamp = PushID(String(stamp)), let user = User.ID(String(user)),
            numbers.count == 2, let arrival = numbers[0], let lastVisit = numbers[1],
            arrival >= 0, lastVisit >= 0
        else { return nil }
        self.init(
            ActivityEvent.Position(arrival: arrival, stamp: stamp, kind: kind, user: user),
            lastVisit: lastVisit
        )
    }

    /// Parses the text form.
    ///
    /// - Throws: ``TimelineError/invalidCursor(_:)``.
    public init(parsing text: String) throws(TimelineError) {
        guard let cursor = Self(text) else { throw .invalidCursor(text) }
        self = cursor
    }

    /// The text form, which has at least 60 characters.
    public var description: String {
        "\(position.kind.rank)\(position.stamp)\(position.user)\(position.arrival).\(lastVisit)"
    }

    private static let stampLength = 20
    private static let userLength = 36
}

extension ActivityCursor: Encodable {
    /// Encodes the cursor as its text form.
    public func encode(to encoder: any Encoder) throws {
        try description.encode(to: encoder)
    }
}
