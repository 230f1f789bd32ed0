import TimelineCore

/// A cache of rows that recent snapshots of a store have read: posts with their authors, followed
/// users, and users and profiles as shown on pages.
///
/// All entries are valid in the snapshots of a single epoch. The first snapshot of a later epoch
/// updates the cached posts with those that were added and deleted since, and drops all other
/// entries. Snapshots of earlier epochs bypass the cache.
///
/// ## Use
/// Each method takes the epoch of its snapshot. If the cache has the same epoch, a lookup returns
/// the entry, and an insertion adds one. Otherwise, lookups return nothing, and insertions are
/// ignored. Readers therefore need no special handling for an outdated cache: they read the tables,
/// as they would with an empty cache. An entry may be missing, but it is never wrong.
///
/// ## Retaining posts after a commit
/// Scans are fast because of the cached posts, which take a fortieth of the time needed to read the
/// table, and posting is the most frequent change. The other entries are few and can be read again
/// quickly: a bitmap of followed users, and the authors on a page. Retaining them would require a
/// second version number, which every write to follows and profiles would have to update (decision
/// 24).
///
/// | entry | key | limit | dropped when exceeded |
/// |---|---|---|---|
/// | posts with authors | intervals of IDs | a million posts, 24 MB | the oldest intervals |
/// | followed users | the viewer | 64 viewers | all |
/// | users | row ID | 2 MiB | all users and profiles |
/// | profiles as guests see them | user ID | 2 MiB, with the users | all users and profiles |
///
/// Dropping all entries is simpler than tracking their use, and the entries of active readers
/// return with their next page.
///
/// ## Threads
/// A single lock guards everything. It is held only for lookups and insertions, never while a
/// statement is running. The state of the previous epoch is freed after the lock is released.
package final class TimelineCache: Sendable {
    /// The contents of the cache, which are replaced as a whole when the epoch changes.
    private struct State {
        /// The epoch in which the entries are valid.
        ///
        /// Before the first snapshot, this value is lower than any real epoch.
        var epoch = Int.min
        /// SQLite's version of the schema, which changes when the database is restored.
        var schema: Int64?
        /// The posts that scans have read.
        var posts = PostIntervals()
        /// The viewer and the users that the viewer follows and has not muted, by the viewer's row
        /// ID.
        var followed: [Int64: UserBitmap] = [:]
        /// The users, by row ID.
        var users: [Int64: User] = [:]
        /// The profiles as guests see them.
        var profiles: [User.ID: ProfileView] = [:]
        /// The size of ``users`` and ``profiles``, estimated from the length of their texts.
        var userBytes = 0

        /// Counts the size of a user or profile to add, and removes all others if it is too much.
        ///
        /// Returns whether it may be added.
        mutating func makeRoom(for size: Int, within limit: Int) -> Bool {
            if userBytes + size > limit { (users, profiles, userBytes) = ([:], [:], 0) }
            guard size <= limit else { return false }
            userBytes += size
            return true
        }
    }

    /// The entries and their epoch.
    private let state = Lock(State())
    /// The number of posts after which a scan starts another interval.
    ///
    /// Only whole intervals are evicted. If more posts than this change at once, all intervals are
    /// dropped.
    let intervalLimit: Int
    /// The maximum number of cached posts.
    private let posts: Int
    /// The maximum number of viewers with a bitmap.
    private let viewers: Int
    /// The maximum size of the cached users and profiles, in bytes.
    private let userBytes: Int

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - intervalLimit: The maximum length of an interval, in posts.
    ///   - posts: The maximum number of posts, at 24 bytes each. If it is exceeded, the oldest
    ///     intervals are evicted.
    ///   - viewers: The maximum number of viewers. If it is exceeded, the followed users of all
    ///     viewers are evicted. In a store of a million users, each viewer needs up to 125 kB.
    ///   - userBytes: The maximum size of the cached users and profiles, in bytes. If it is
    ///     exceeded, all of them are evicted. Most users have a few hundred bytes of text. The largest accepted profiles
    ///     have fifty thousand.
    package init(
        intervalLimit: Int = 4096,
        posts: Int = 1000 * 1000,
        viewers: Int = 64,
        userBytes: Int = 2048 * 1024
    ) {
        self.intervalLimit = intervalLimit
        self.posts = posts
        self.viewers = viewers
        self.userBytes = userBytes
    }

    /// The epoch of the newest snapshot that has used the cache.
    ///
    /// A snapshot of the same history that begins afterwards is not older.
    var epoch: Int { state.withLock(\.epoch) }

    /// Returns whether the cache belongs to a database with the given version of the schema.
    ///
    /// The first call sets the version of the cache. A restored backup has another version, so the
    /// cache of the replaced store is dropped.
    ///
    /// - Parameter version: SQLite's `schema_version` in the snapshot.
    /// - Returns: Whether entries in the cache may be valid in the snapshot.
    func belongs(toSchema version: Int64) -> Bool {
        state.withLock { state in
            if state.schema == nil { state.schema = version }
            return state.schema == version
        }
    }

    /// Updates the cache to the epoch of a snapshot, unless it already has this epoch or a later
    /// one.
    ///
    /// The changes are read without the lock, so other readers can continue to use the cache in its
    /// previous epoch. If another reader has advanced the cache in the meantime, the changes are
    /// discarded. In this case, either the cache has already reached the epoch, or this snapshot
    /// reads its pages from the tables.
    ///
    /// An empty cache has nothing to update, so the first page after opening a store reads no
    /// changes.
    ///
    /// - Parameters:
    ///   - epoch: The epoch of the snapshot.
    ///   - changes: A closure that reads the posts that were added and deleted after an epoch, or
    ///     returns `nil` if there are too many.
    /// - Throws: Any error thrown by `changes`.
    func advance(
        to epoch: Int,
        reading changes: (Int) throws -> (added: [PostInterval.Entry], deleted: [PushID])?
    ) rethrows {
        let (former, isEmpty) = state.withLock { ($0.epoch, $0.posts.intervals.isEmpty) }
        guard epoch > former else { return }
        let changes = isEmpty ? nil : try changes(former)
        // The previous state is returned, so that it is freed outside the lock.
        _ = state.withLock { state -> State? in
            guard state.epoch == former else { return nil }
            var next = State(epoch: epoch, schema: state.schema)
            if let changes {
                swap(&next.posts, &state.posts)
                for post in changes.deleted { next.posts.remove(post) }
                for entry in changes.added { next.posts.add(entry, splittingAt: intervalLimit) }
                next.posts.evictOldest(beyond: posts)
            }
            swap(&next, &state)
            return next
        }
    }

    /// Reads or changes the state on behalf of a snapshot.
    ///
    /// - Parameters:
    ///   - epoch: The epoch of the snapshot.
    ///   - body: A closure that reads or changes the state while the lock is held.
    /// - Returns: The result of `body`, or `nil` if the cache has a different epoch.
    @discardableResult
    private func withState<Value>(
        at epoch: Int,
        _ body: (inout State) -> Value
    ) -> Value? {
        state.withLock { $0.epoch == epoch ? body(&$0) : nil }
    }
}

extension TimelineCache {
    /// Returns the cached posts, or none if the snapshot has a different epoch.
    ///
    /// The result is a value that shares its storage with the cache. Changes to the cache do not
    /// affect a scan that reads it.
    func posts(at epoch: Int) -> PostIntervals {
        withState(at: epoch) { $0.posts } ?? PostIntervals()
    }

    /// Adds an interval that a scan has read, unless another scan has already added part of it.
    ///
    /// If the cache becomes too large, the oldest intervals are evicted.
    ///
    /// - Parameters:
    ///   - posts: All posts in an interval, read in the snapshot.
    ///   - epoch: The epoch of the snapshot.
    func insert(_ posts: PostInterval, at epoch: Int) {
        withState(at: epoch) { state in
            state.posts.insert(posts, joiningUpTo: intervalLimit)
            state.posts.evictOldest(beyond: self.posts)
        }
    }

    /// Returns a viewer and the users that the viewer follows and has not muted, or `nil` if they
    /// are not cached.
    func followed(by viewer: Int64, at epoch: Int) -> UserBitmap? {
        withState(at: epoch) { $0.followed[viewer] } ?? nil
    }

    /// Adds a viewer and the users that the viewer follows and has not muted.
    ///
    /// - Parameters:
    ///   - followed: The row IDs of these users.
    ///   - viewer: The row ID of the viewer.
    ///   - epoch: The epoch of the snapshot.
    func insert(_ followed: UserBitmap, by viewer: Int64, at epoch: Int) {
        withState(at: epoch) { state in
            if state.followed[viewer] == nil, state.followed.count >= viewers {
                state.followed = [:]
            }
            state.followed[viewer] = followed
        }
    }

    /// Returns the user with the given row ID, or `nil` if the user is not cached or has no
    /// profile.
    func user(rowID: Int64, at epoch: Int) -> User? {
        withState(at: epoch) { $0.users[rowID] } ?? nil
    }

    /// Adds a user, unless another reader in the same epoch has already done so.
    ///
    /// A user that is larger than the whole capacity is not added.
    func insert(_ user: User, rowID: Int64, at epoch: Int) {
        withState(at: epoch) { state in
            let size = MemoryLayout<User>.size + user.textSize
            guard state.users[rowID] == nil, state.makeRoom(for: size, within: userBytes)
            else { return }
            state.users[rowID] = user
        }
    }

    /// Returns a user's profile as guests see it, or `nil` if it is not cached.
    func profile(of user: User.ID, at epoch: Int) -> ProfileView? {
        withState(at: epoch) { $0.profiles[user] } ?? nil
    }

    /// Adds a profile as guests see it, unless another reader in the same epoch has already done so.
    func insert(_ profile: ProfileView, at epoch: Int) {
        withState(at: epoch) { state in
            let size = MemoryLayout<ProfileView>.size + profile.user.textSize
            guard state.profiles[profile.user.id] == nil,
                state.makeRoom(for: size, within: userBytes)
            else { return }
            state.profiles[profile.user.id] = profile
        }
    }
}

extension User {
    /// The size of the texts that the user wrote, in bytes.
    ///
    /// Usernames have at most 30 bytes and a suffix, and the other properties have a fixed size.
    fileprivate var textSize: Int {
        [displayName, bio, url, avatar?.alt].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }
}

/// A set of users, with one bit for each row ID up to the largest row ID in the set.
///
/// A scan tests the author of every post that it reads. A shift and a mask are faster than hashing
/// a row ID. Row IDs are small and dense, because SQLite assigns the next free integer, so even a
/// store of a million users needs only 125 kB.
struct UserBitmap: Sendable {
    /// The bits, in words of 64 bits, in which row ID 64 is the lowest bit of the second word.
    private var words: [UInt64] = []

    /// Adds a user, extending the bitmap to the row ID if necessary.
    ///
    /// - Parameter rowID: The row ID of the user, which is positive.
    mutating func insert(_ rowID: Int64) {
        let index = Int(rowID >> 6)
        if index >= words.count {
            words += Array(repeating: 0, count: index + 1 - words.count)
        }
        words[index] |= 1 << UInt64(rowID & 63)
    }

    /// Returns whether a user is in the set, which is `false` for row IDs beyond the end of the
    /// bitmap.
    func contains(_ rowID: Int64) -> Bool {
        let index = Int(rowID >> 6)
        return index < words.count && words[index] & 1 << UInt64(rowID & 63) != 0
    }
}
