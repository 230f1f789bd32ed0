public import TimelineRecords

/// A valid record that a store did not accept because of a bound, a block or its age.
///
/// Only its ID is stored, which counts as held in reconciliations, so the record is not offered
/// again.
public struct RejectedRecord: Hashable, Sendable {
    /// The time and ID of the record.
    public let position: RecordPosition
    /// The scope of the record.
    public let scope: RecordUserID
    /// The author of the record.
    ///
    /// A rejection because of a block ends with the block.
    public let author: RecordUserID
    /// Whether the record concerns a post that is older than the store wants.
    public let isTooOld: Bool

    /// Creates a rejection.
    public init(_ record: VerifiedRecord, isTooOld: Bool = false) {
        self.isTooOld = isTooOld
        position = RecordPosition(of: record)
        scope = record.body.scope
        author = record.body.author
    }
}
