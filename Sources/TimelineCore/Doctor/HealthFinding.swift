public import Foundation

/// Something that is wrong with what is kept.
public enum HealthFinding: Hashable, Sendable {
    /// The storage itself is damaged.
    case storageDamaged(String)
    /// A count differs from a recount.
    case countWrong(CountMismatch)
    /// The bytes of a photo are not there; some of the posts that show it.
    case photoMissing(BlobID, of: [Post.ID])
    /// The bytes of a photo are not those that were kept; some of the posts that show it.
    case photoChanged(BlobID, of: [Post.ID])
    /// The bytes of a photo cannot be read; some of the posts that show it.
    case photoUnreadable(BlobID, of: [Post.ID], reason: String)
    /// The bytes of a photo were set aside as orphaned, and posts show it again.
    case photoSetAside(BlobID, of: [Post.ID])
    /// The newest item of one of this store's own users is more than five minutes ahead of the clock, so that they
    /// cannot write.
    case datedAhead(username: String, Date)
    /// Bytes are kept that no photo names.
    case photoUnnamed(BlobID)
    /// A derived value differs from the data that it follows from.
    case valueWrong(ValueMismatch)
    /// A pending change cannot be read; it stays in place.
    case changeUnreadable(String)
}

extension HealthFinding: CustomStringConvertible {
    /// A sentence for a person, and what to do where no repair can help.
    public var description: String {
        switch self {
        case .storageDamaged(let fault): "The database is damaged: \(fault). Take a backup of it."
        case .countWrong(let count):
            "The number of \(count.subject) is kept as \(count.kept), but there are \(count.found)."
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

    /// Whether the storage itself is damaged, so that nothing else is known.
    public var isOfStorage: Bool {
        if case .storageDamaged = self { true } else { false }
    }

    /// Whether a repair mends it, without loss.
    public var isRepairable: Bool {
        switch self {
        case .countWrong, .datedAhead, .photoUnnamed, .photoSetAside, .valueWrong: true
        case .storageDamaged, .photoMissing, .photoChanged, .photoUnreadable, .changeUnreadable:
            false
        }
    }
}
