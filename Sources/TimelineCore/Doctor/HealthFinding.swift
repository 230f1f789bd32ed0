public import Foundation

/// A defect that a check of the store has found.
///
/// ```swift
/// for finding in try await owner.examine() {
///     show(finding.description, finding.isRepairable)
/// }
/// ```
public enum HealthFinding: Hashable, Sendable {
    /// The database is damaged, for this reason.
    case storageDamaged(String)
    /// A stored count differs from a recount.
    case countWrong(CountMismatch)
    /// A photo's blob is missing; with up to ten posts that show it.
    case photoMissing(BlobID, of: [Post.ID])
    /// A photo's bytes no longer match its ID; with up to ten posts that show it.
    case photoChanged(BlobID, of: [Post.ID])
    /// A photo's bytes cannot be read; with up to ten posts that show it.
    case photoUnreadable(BlobID, of: [Post.ID], reason: String)
    /// A photo's blob was set aside as orphaned, but is referenced again; with up to ten posts that
    /// show it.
    case photoSetAside(BlobID, of: [Post.ID])
    /// A photo of an earlier version that still contains its metadata, since it could not be
    /// converted; with up to ten posts that show it.
    case photoUnconverted(BlobID, of: [Post.ID])
    /// The newest item of a local user is more than five minutes ahead of the clock, so they cannot
    /// write.
    case datedAhead(username: String, Date)
    /// A blob is orphaned.
    case photoOrphaned(BlobID)
    /// A derived value differs from the data that it is derived from.
    case valueWrong(ValueMismatch)
    /// A pending change cannot be decoded; it stays in place.
    case changeUnreadable(String)
}

extension HealthFinding {
    /// Whether the database is damaged, in which case nothing else was checked.
    public var isOfStorage: Bool {
        if case .storageDamaged = self { true } else { false }
    }

    /// Whether a repair can correct the defect without loss of data.
    public var isRepairable: Bool {
        switch self {
        case .countWrong, .datedAhead, .photoOrphaned, .photoSetAside, .valueWrong: true
        case .storageDamaged, .photoMissing, .photoChanged, .photoUnreadable, .photoUnconverted,
            .changeUnreadable:
            false
        }
    }
}
