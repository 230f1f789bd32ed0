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
    /// The keys of a user of this device cannot be read.
    case keysDamaged(User.ID, username: String)
    /// Something that follows from the records differs from a projection from scratch.
    ///
    /// The associated values are a sentence that names it, and the number of such differences that
    /// the sentence describes.
    case projectionWrong(String, count: Int = 1)
    /// Something that follows from the records is still wrong after a repair.
    ///
    /// The associated value is the sentence of ``projectionWrong(_:count:)``.
    case repairFailed(String)
    /// A record is damaged or missing, or its author has not signed it.
    ///
    /// A damaged record has no effect and remains in the store until an intact copy arrives. The
    /// associated values are a sentence with its ID, and the number of records that the sentence
    /// describes.
    case recordRejected(String, count: Int = 1)
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
    /// Whether the database is damaged, in which case nothing tells which files belong to it.
    public var isOfStorage: Bool {
        if case .storageDamaged = self { true } else { false }
    }

    /// Whether a record is damaged or missing.
    package var isOfRecord: Bool {
        if case .recordRejected = self { true } else { false }
    }

    /// Whether a repair can correct the defect without losing data.
    public var isRepairable: Bool {
        switch self {
        case .datedAhead, .photoOrphaned, .photoSetAside, .projectionWrong: true
        case .storageDamaged, .keysDamaged, .photoMissing, .photoChanged, .photoUnreadable,
            .recordRejected, .repairFailed:
            false
        }
    }

    /// The number of defects that the finding describes.
    public var count: Int {
        switch self {
        case .projectionWrong(_, let count), .recordRejected(_, let count): count
        default: 1
        }
    }

    /// The finding that a repair has not corrected this defect.
    package var unrepaired: HealthFinding {
        if case .projectionWrong(let sentence, _) = self { .repairFailed(sentence) } else { self }
    }
}
