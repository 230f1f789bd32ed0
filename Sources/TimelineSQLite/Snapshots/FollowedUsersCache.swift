import TimelineCore

/// Caches the followed users of recent viewers, and the newest long gap in each viewer's timeline.
///
/// Entries are keyed by the viewer's row ID.
final class FollowedUsersCache: Sendable {
    /// Entries are valid in snapshots with the same version.
    struct Version: Hashable, Sendable {
        /// Grows with every follow and unfollow of the viewer, whichever process wrote it.
        let following: Int64
        /// Grows with every batch that contains a late post; only gaps depend on it.
        let latePosts: Int64
    }

    /// An open interval of time in which neither the viewer nor a followed user posted.
    struct Gap: Sendable {
        /// The newest post before the gap.
        let lower: PushID
        /// The oldest post after the gap, or any later ID.
        let upper: PushID
    }

    /// The users followed by one viewer.
    private struct Entry {
        let version: Version
        let users: UserBitmap
        var gap: Gap?
    }

    private let entries = Lock<[Int64: Entry]>([:])
    private let capacity: Int

    /// Creates an empty cache.
    ///
    /// - Parameter capacity: the number of viewers beyond which all are evicted. In a store of a
    ///   million users an entry takes up to 125 kB.
    init(capacity: Int = 64) { self.capacity = capacity }

    /// The viewer and the followed users, with the gap if it is valid too.
    func users(of viewer: Int64, version: Version) -> (users: UserBitmap, gap: Gap?)? {
        entries.withLock { entries in
            guard let entry = entries[viewer], entry.version.following == version.following
            else { return nil }
            return (entry.users, entry.version == version ? entry.gap : nil)
        }
    }

    /// Adds an entry, or replaces the viewer's previous one.
    func insert(_ users: UserBitmap, gap: Gap? = nil, of viewer: Int64, version: Version) {
        entries.withLock { entries in
            if entries[viewer] == nil, entries.count >= capacity { entries = [:] }
            entries[viewer] = Entry(version: version, users: users, gap: gap)
        }
    }
}
