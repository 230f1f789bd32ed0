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
    /// The newest item of a local user is more than five minutes ahead of the clock, so they cannot
    /// write.
    case datedAhead(username: String, Date)
    /// A blob is orphaned.
    case photoUnnamed(BlobID)
    /// A derived value differs from the data that it is derived from.
    case valueWrong(ValueMismatch)
    /// A pending change cannot be decoded; it stays in place.
    case changeUnreadable(String)
}

extension HealthFinding: CustomStringConvertible {
    /// A sentence for users, with advice where no repair is possible.
    public var description: String {
        switch self {
        case .storageDamaged(let fault): "The database is damaged: \(fault). Take a backup of it."
        case .countWrong(let count):
            "The number of \(count.subject) is kept as \(count.stored), but there are \(count.expected)."
        case .datedAhead(let name, let date):
            "@\(name) has items dated \(date.formatted(.iso8601)), ahead of this machine's clock. "
                + "A repair moves them to the present."
        case .photoMissing(let blob, let posts):
            "The photo \(blob) is missing\(Self.names(posts)). Posting the same file again mends it."
        case .photoChanged(let blob, let posts):
            "The bytes of the photo \(blob) have changed\(Self.names(posts)). "
                + "Posting the same file again mends it."
        case .photoUnreadable(let blob, let posts, let reason):
            "The photo \(blob) cannot be read\(Self.names(posts)): \(reason)."
        case .photoSetAside(let blob, let posts):
            "The photo \(blob) was set aside as orphaned\(Self.names(posts))."
        case .photoUnnamed(let blob): "The photo \(blob) belongs to no post and no user."
        case .valueWrong(let value):
            "\(value.subject.prefix(1).uppercased())\(value.subject.dropFirst()) is stored as "
                + "“\(value.stored)”, but should be “\(value.expected)”."
        case .changeUnreadable(let text):
            "A pending change cannot be read; it stays for a later version: \(text.prefix(200))"
        }
    }

    private static func names(_ posts: [Post.ID]) -> String {
        posts.isEmpty ? "" : ", shown by " + posts.map(\.description).joined(separator: ", ")
    }

    /// Whether the database is damaged, in which case nothing else was checked.
    public var isOfStorage: Bool {
        if case .storageDamaged = self { true } else { false }
    }

    /// Whether a repair can correct the defect without loss of data.
    public var isRepairable: Bool {
        switch self {
        case .countWrong, .datedAhead, .photoUnnamed, .photoSetAside, .valueWrong: true
        case .storageDamaged, .photoMissing, .photoChanged, .photoUnreadable, .changeUnreadable:
            false
        }
    }
}
