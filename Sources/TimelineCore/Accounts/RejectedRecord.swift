/// A valid record that a store did not accept.
///
/// Only its position is stored. Reconciliation treats the record as held, so it is not offered
/// again.
public struct RejectedRecord: Hashable, Sendable {
    /// The time and ID of the record.
    public let position: RecordPosition
    /// The ID of the key that signed the record.
    public let key: KeyID
    /// What most decisions about the rejection depend on.
    public let source: Source

    /// What the records of one author in one scope have in common if they were rejected for the same
    /// reason.
    public struct Source: Hashable, Sendable {
        /// The scope of the records.
        public let scope: User.ID
        /// The author of the records.
        ///
        /// A rejection because of a block is removed when the author is unblocked.
        public let author: User.ID
        /// Why the records were rejected.
        public let reason: RejectionReason

        /// Creates a source.
        public init(scope: User.ID, author: User.ID, reason: RejectionReason) {
            self.scope = scope
            self.author = author
            self.reason = reason
        }
    }

    /// What some rejections have in common.
    public enum Selection: Hashable, Sendable {
        /// The record.
        case record(RecordID)
        /// The scope.
        case scope(User.ID)
        /// The source.
        case source(Source)
        /// The author, and the key that signed the records.
        case signed(User.ID, KeyID)
    }

    /// Creates a rejection from its parts.
    public init(position: RecordPosition, key: KeyID, source: Source) {
        self.position = position
        self.key = key
        self.source = source
    }

    /// Creates the rejection of a record.
    package init(_ record: VerifiedRecord, reason: RejectionReason) {
        let body = record.body
        self.init(
            position: RecordPosition(of: record),
            key: body.key,
            source: Source(scope: body.scope, author: body.author, reason: reason)
        )
    }
}

/// A reason to reject a valid record, with its number in a store as the raw value.
public enum RejectionReason: Int, CaseIterable, Hashable, Sendable {
    /// A user of the store has blocked its author or the author of its post.
    case blocked = 1
    /// Its author, a stranger, has exceeded a limit.
    case limit = 2
    /// Its post is older than the store accepts.
    case tooOld = 3
    /// It deletes something that the store does not hold, in a scope that it does not want.
    case notHeld = 4
    /// The store cannot hold it, or it contradicts itself, so it can have no effect.
    case unusable = 5
}
