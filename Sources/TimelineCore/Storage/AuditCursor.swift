/// The position at which an audit continues.
///
/// Only the repository that created the cursor can use it.
public struct AuditCursor: Hashable, Sendable, Encodable {
    /// The kind of count being compared, as a number that the repository defines.
    public let kind: Int
    /// The last user or post that was compared, in the repository's own format.
    ///
    /// The text is empty before the first comparison.
    public let last: String

    /// Creates a cursor.
    public init(kind: Int, last: String) {
        self.kind = kind
        self.last = last
    }
}
