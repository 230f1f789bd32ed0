public import TimelineRecords

/// A valid record that a store did not accept because of a bound or a block.
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

    /// Creates a rejection.
    public init(_ record: VerifiedRecord) {
        position = RecordPosition(of: record)
        scope = record.body.scope
        author = record.body.author
    }
}
