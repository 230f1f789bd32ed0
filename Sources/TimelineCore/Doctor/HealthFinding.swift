public import Foundation

/// A defect found by a check of the store.
///
/// ```swift
/// for finding in try await owner.examine() {
///     show(finding.description, finding.isRepairable)
/// }
/// ```
public enum HealthFinding: Hashable, Sendable {
    /// The database is damaged.
    ///
    /// The associated value describes the damage.
    case storageDamaged(String)
    /// A stored count differs from a recount.
    case countWrong(CountMismatch)
    /// A photo's blob is missing.
    ///
    /// The finding lists up to ten posts that show the photo.
    case photoMissing(BlobID, of: [Post.ID])
    /// A photo's bytes no longer match its ID.
    ///
    /// The finding lists up to ten posts that show the photo.
    case photoChanged(BlobID, of: [Post.ID])
    /// A photo's bytes cannot be read.
    ///
    /// The finding lists up to ten posts that show the photo.
    case photoUnreadable(BlobID, of: [Post.ID], reason: String)
    /// A photo's blob was set aside as orphaned, but is referenced again.
    ///
    /// The finding lists up to ten posts that show the photo.
    case photoSetAside(BlobID, of: [Post.ID])
    /// A local user's newest change is dated more than five minutes ahead of the clock.
    ///
    /// The user cannot make any changes until a repair, or until the clock catches up.
    case datedAhead(username: String, Date)
    /// A blob is orphaned: nothing references it.
    case photoOrphaned(BlobID)
    /// A stored value differs from the value derived from the other data.
    case valueWrong(ValueMismatch)
    /// A pending change cannot be decoded.
    ///
    /// The change remains in the store.
    case changeUnreadable(String)
}

extension HealthFinding {
    /// Whether the database is damaged, in which case nothing else was checked.
    public var isOfStorage: Bool {
        if case .storageDamaged = self { true } else { false }
    }

    /// Whether a repair can correct the defect without losing data.
    public var isRepairable: Bool {
        switch self {
        case .countWrong, .datedAhead, .photoOrphaned, .photoSetAside, .valueWrong: true
        case .storageDamaged, .photoMissing, .photoChanged, .photoUnreadable, .changeUnreadable:
            false
        }
    }
}
