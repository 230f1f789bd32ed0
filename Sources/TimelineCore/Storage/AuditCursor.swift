/// The end of a part of an audit; only the repository that made it can continue from it.
public struct AuditCursor: Hashable, Sendable, Encodable {
    /// The number of the kind of count, in the repository's own order.
    public let kind: Int
    /// The last user or post that was compared, in the repository's own form; empty before the
    /// first.
    public let last: String

    /// Creates a cursor.
    public init(kind: Int, last: String) {
        self.kind = kind
        self.last = last
    }
}
