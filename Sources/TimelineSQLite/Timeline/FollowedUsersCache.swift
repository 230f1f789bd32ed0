import TimelineCore

/// Keeps the followed users of the last readers, and where none of them posted.
final class FollowedUsersCache: Sendable {
    /// What a snapshot has to agree on with another, for what was learned in the one to hold in the other.
    struct Version: Hashable, Sendable {
        /// Another after each follow and unfollow of the reader, whichever process wrote it.
        let following: Int64
        /// Another after each batch with a post that is older than what was there before it.
        let latePosts: Int64
    }

    /// A stretch of time, with neither end in it, in which neither the reader nor a followed user posted.
    struct Gap: Sendable {
        /// The newest post before the stretch.
        let lower: PushID
        /// The oldest post, or a later moment, after it.
        let upper: PushID
    }

    private struct Entry {
        let version: Version
        let users: FollowedUsers
        var gap: Gap?
    }

    private let entries = Lock<[Int64: Entry]>([:])

    private let capacity: Int

    /// Creates an empty cache.
    ///
    /// - Parameter capacity: the number of readers beyond which all are evicted. In a store of a million users
    ///   each takes 125 kB.
    init(capacity: Int = 64) { self.capacity = capacity }

    func users(of follower: Int64, version: Version) -> (users: FollowedUsers, gap: Gap?)? {
        entries.withLock { entries in
            guard let entry = entries[follower], entry.version.following == version.following
            else { return nil }
            return (entry.users, entry.version == version ? entry.gap : nil)
        }
    }

    func keep(_ users: FollowedUsers, gap: Gap? = nil, of follower: Int64, version: Version) {
        entries.withLock { entries in
            if entries[follower] == nil, entries.count >= capacity { entries = [:] }
            entries[follower] = Entry(version: version, users: users, gap: gap)
        }
    }
}
