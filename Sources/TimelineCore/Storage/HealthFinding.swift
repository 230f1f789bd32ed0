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
    /// Something that follows from the records differs from a projection from scratch.
    ///
    /// The associated value is a sentence that names it.
    case projectionWrong(String)
    /// A record is damaged, or its author has not signed it.
    ///
    /// The record has no effect and remains in the store. The associated value is a sentence with its
    /// ID.
    case recordRejected(String)
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
    /// A local user's newest record is dated more than five minutes ahead of the clock.
    ///
    /// The user cannot write anything until the repair of the clock, which is separate from a check
    /// because it needs the password, or until the clock catches up.
    case datedAhead(User.ID, username: String, Date)
    /// A blob is orphaned: nothing references it.
    case photoOrphaned(BlobID)
}

extension HealthFinding {
    /// Whether the database is damaged, in which case nothing else was checked.
    public var isOfStorage: Bool {
        if case .storageDamaged = self { true } else { false }
    }

    /// Whether a repair can correct the defect without losing data.
    public var isRepairable: Bool {
        switch self {
        case .datedAhead, .photoOrphaned, .photoSetAside, .projectionWrong: true
        case .storageDamaged, .photoMissing, .photoChanged, .photoUnreadable, .recordRejected:
            false
        }
    }
}
