public import TimelineRecords

/// A valid record that a store did not accept because of a limit, a block or its age.
///
/// Only its position is stored. Reconciliation treats the record as held, so it is not offered
/// again.
public struct RejectedRecord: Hashable, Sendable {
    /// The time and ID of the record.
    public let position: RecordPosition
    /// The scope of the record.
    public let scope: RecordUserID
    /// The author of the record.
    ///
    /// A rejection because of a block is removed when the author is unblocked.
    public let author: RecordUserID
    /// Whether the record was rejected because its post is older than the store accepts.
    public let isTooOld: Bool

    /// Creates a rejection.
    public init(_ record: VerifiedRecord, isTooOld: Bool = false) {
        self.isTooOld = isTooOld
        position = RecordPosition(of: record)
        scope = record.body.scope
        author = record.body.author
    }

    /// Returns whether ``SessionLimits`` limits the number of rejections such as this one.
    ///
    /// A followed user may have any number of posts that are too old. Without a rejection, each
    /// session would transfer them again.
    func isLimited(wanting scopes: Set<RecordUserID>) -> Bool {
        !isTooOld || !scopes.contains(author)
    }
}
