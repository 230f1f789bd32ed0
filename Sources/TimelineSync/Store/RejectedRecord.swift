package import TimelineCore

/// A valid record that a store did not accept.
///
/// Only its position is stored. Reconciliation treats the record as held, so it is not offered
/// again.
package struct RejectedRecord: Hashable, Sendable {
    /// The time and ID of the record.
    package let position: RecordPosition
    /// The scope of the record.
    package let scope: User.ID
    /// The author of the record.
    ///
    /// A rejection because of a block is removed when the author is unblocked.
    package let author: User.ID
    /// The ID of the key that signed the record.
    package let key: KeyID
    /// Why the record was rejected.
    package let reason: RejectionReason

    /// Creates the rejection of a record.
    package init(_ record: VerifiedRecord, reason: RejectionReason) {
        self.init(
            position: RecordPosition(of: record),
            scope: record.body.scope,
            author: record.body.author,
            key: record.body.key,
            reason: reason
        )
    }

    /// Creates a rejection from its parts.
    package init(
        position: RecordPosition,
        scope: User.ID,
        author: User.ID,
        key: KeyID,
        reason: RejectionReason
    ) {
        self.position = position
        self.scope = scope
        self.author = author
        self.key = key
        self.reason = reason
    }

    /// Returns whether ``SessionLimits`` limits the number of rejections such as this one.
    ///
    /// A followed user may have any number of posts that are too old. Without a rejection, each
    /// session would transfer them again.
    func isLimited(wanting scopes: Set<User.ID>) -> Bool {
        reason != .tooOld || !scopes.contains(author)
    }
}

/// A reason to reject a valid record, with its number in a store as the raw value.
public enum RejectionReason: UInt64, CaseIterable, Hashable, Sendable {
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
