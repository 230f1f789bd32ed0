import TimelineCore

/// Rows that recent snapshots of a store have read: posts with their authors, followed users, and
/// users as pages show them.
///
/// All entries are valid in the snapshots of one epoch. The first snapshot of a later epoch updates
/// the posts by those that were added and deleted since, and drops everything else. Snapshots of
/// earlier epochs bypass the cache.
///
/// ## Use
/// Each method takes the epoch of its snapshot. If the cache has the same epoch, a look-up returns
/// the entry and an insertion adds it; otherwise look-ups return nothing and insertions are
/// ignored. So a reader needs no case for an outdated cache: it reads the tables, as with an empty
/// one. An entry is never wrong, only missing.
///
/// ## Why posts survive a commit
/// Scans owe their speed to the cached posts (a fortieth of the cost of reading the table), and
/// posting is the most frequent change. The other entries are few and cheap to read again: a bitmap
/// of followed users, the authors of a page. A second version number that spared them would have to
/// be maintained by every write to follows and profiles (decision 24).
///
/// | entry | key | bound | dropped beyond it |
/// |---|---|---|---|
/// | posts with authors | intervals of IDs | a million posts, 24 MB | the oldest intervals |
/// | followed users | the viewer | 64 viewers | all |
/// | abandoned scans | the viewer, the upper bound | 64 viewers, 64 pages each | all of either |
/// | users | row ID | 2 MiB | all |
///
/// Dropping all is simpler than counting uses, and the entries of readers that are still active
/// return with their next page.
///
/// ## Threads
/// One lock guards everything. It is held for look-ups and insertions only, never while a statement
/// runs; the state of a former epoch is freed after it is released.
final class TimelineCache: Sendable {
    /// It is replaced as a whole when the epoch changes.
    private struct State {
        /// The epoch in which the entries are valid.
        ///
        /// Until the first snapshot, this is lower than any real epoch.
        var epoch = Int.min
        /// SQLite's version of the schema; a restored database has a new one.
        var schema: Int64?
        /// The posts that scans have read.
        var posts = PostIntervals()
        /// Each viewer with the followed users, by the viewer's row ID.
        var followed: [Int64: UserBitmap] = [:]
        /// Each viewer's ranges for which scans of cached posts were abandoned.
        var abandoned: [Int64: Set<PostRange>] = [:]
        /// Users by row ID.
        var users: [Int64: User] = [:]
        /// The size of ``users``, estimated from their texts.
        var userBytes = 0
    }

    /// The entries and their epoch.
    private let state = Lock(State())
    /// The length of an interval, in posts, beyond which a scan starts the next.
    ///
    /// Only whole intervals are evicted. More changes at once than that drop all intervals.
    let interval: Int
    /// The capacity of the cached posts.
    private let posts: Int
    /// The number of viewers with a bitmap or with abandoned scans, and of abandoned scans for
    /// each.
    private let viewers: Int
    /// The capacity of the cached users, in bytes.
    private let userBytes: Int

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - interval: the length of an interval, in posts.
    ///   - posts: the number of posts, at 24 bytes each, beyond which the oldest intervals are
    ///     evicted.
    ///   - viewers: the number of viewers beyond which the followed users of all are evicted. In a
    ///     store of a million users each takes up to 125 kB.
    ///   - userBytes: the size of users, in bytes, beyond which all are evicted. Most have some
    ///     hundred bytes of text; the largest profiles that are accepted have fifty thousand.
    init(
        interval: Int = 4096,
        posts: Int = 1000 * 1000,
        viewers: Int = 64,
        userBytes: Int = 2048 * 1024
    ) {
        self.interval = interval
        self.posts = posts
        self.viewers = viewers
        self.userBytes = userBytes
    }

    /// The epoch of the newest snapshot that has used the cache.
    ///
    /// A snapshot of the same history that begins afterwards is not older.
    var epoch: Int { state.withLock(\.epoch) }

    /// Whether the cache belongs to a database with this version of the schema; the first one
    /// decides.
    ///
    /// Migrations change the version, too; a cache of the former version is dropped as if the store
    /// had been replaced.
    ///
    /// - Parameter version: SQLite's `schema_version` in the snapshot.
    /// - Returns: whether entries of the cache may be valid in the snapshot.
    func belongs(toSchema version: Int64) -> Bool {
        state.withLock { state in
            if state.schema == nil { state.schema = version }
            return state.schema == version
        }
    }

    /// Updates the cache to the epoch of a snapshot, unless it has that or a later one.
    ///
    /// The changes are read without the lock, so other readers use the cache in its former epoch
    /// meanwhile. If another reader has advanced it in between, the changes are discarded: either
    /// it has reached the epoch, or this snapshot reads its pages from the tables.
    ///
    /// An empty cache has nothing to update, so the first page after opening a store reads no
    /// changes.
    ///
    /// - Parameters:
    ///   - epoch: the epoch of the snapshot.
    ///   - changes: reads the posts that the snapshot has added and deleted since an epoch; `nil`
    ///     when there are too many.
    /// - Throws: the error of `changes`.
    func advance(
        to epoch: Int,
        reading changes: (Int) throws -> (added: [PostInterval.Entry], deleted: [PushID])?
    ) rethrows {
        let (former, isEmpty) = state.withLock { ($0.epoch, $0.posts.intervals.isEmpty) }
        guard epoch > former else { return }
        let changes = isEmpty ? nil : try changes(former)
        // Returned, so that they are freed outside the lock.
        _ = state.withLock { state -> State? in
            guard state.epoch == former else { return nil }
            var next = State(epoch: epoch, schema: state.schema)
            if let changes {
                swap(&next.posts, &state.posts)
                for post in changes.deleted { next.posts.remove(post) }
                for entry in changes.added { next.posts.add(entry, splittingAt: interval) }
                next.posts.evictOldest(beyond: posts)
            }
            swap(&next, &state)
            return next
        }
    }

    /// Reads or changes the state for a snapshot.
    ///
    /// - Parameters:
    ///   - epoch: the epoch of the snapshot.
    ///   - body: reads or changes the state, with the lock held.
    /// - Returns: `nil` if the snapshot has another epoch.
    @discardableResult
    private func withState<Value>(
        at epoch: Int,
        _ body: (inout State) -> Value
    ) -> Value? {
        state.withLock { $0.epoch == epoch ? body(&$0) : nil }
    }
}

extension TimelineCache {
    /// The cached posts; none in a snapshot of another epoch.
    ///
    /// The result shares storage with the cache and is a value: changes of the cache do not affect
    /// a scan that reads it.
    func posts(at epoch: Int) -> PostIntervals {
        withState(at: epoch) { $0.posts } ?? PostIntervals()
    }

    /// Adds an interval that a scan has read, unless another scan has added a part of it.
    ///
    /// Evicts the oldest intervals if the cache has become too large.
    ///
    /// - Parameters:
    ///   - posts: all posts of an interval, read in the snapshot.
    ///   - epoch: the epoch of the snapshot.
    func insert(_ posts: PostInterval, at epoch: Int) {
        withState(at: epoch) { state in
            state.posts.insert(posts, joiningUpTo: interval)
            state.posts.evictOldest(beyond: self.posts)
        }
    }

    /// The viewer in a row and the followed users; `nil` if they are not cached.
    func followed(by viewer: Int64, at epoch: Int) -> UserBitmap? {
        withState(at: epoch) { $0.followed[viewer] } ?? nil
    }

    /// Adds a viewer and the followed users.
    ///
    /// - Parameters:
    ///   - followed: the row IDs of the viewer and of everyone they follow.
    ///   - viewer: the row ID of the viewer.
    ///   - epoch: the epoch of the snapshot.
    func insert(_ followed: UserBitmap, by viewer: Int64, at epoch: Int) {
        withState(at: epoch) { state in
            if state.followed[viewer] == nil, state.followed.count >= viewers {
                state.followed = [:]
            }
            state.followed[viewer] = followed
        }
    }

    /// Returns whether a scan for the same range has been abandoned after reading cached posts only,
    /// so that another scan would be abandoned, too.
    func isAbandoned(_ range: PostRange, for viewer: Int64, at epoch: Int) -> Bool {
        withState(at: epoch) { $0.abandoned[viewer]?.contains(range) == true } ?? false
    }

    /// Notes that a scan of cached posts has been abandoned.
    ///
    /// Call this only if the scan has read no post from the table. A scan that has read some has also
    /// added them to the cache, so the next one reaches further with the same budget.
    func abandon(_ range: PostRange, for viewer: Int64, at epoch: Int) {
        withState(at: epoch) { state in
            var ranges = state.abandoned[viewer] ?? []
            if ranges.isEmpty, state.abandoned.count >= viewers { state.abandoned = [:] }
            if ranges.count >= viewers { ranges = [] }
            ranges.insert(range)
            state.abandoned[viewer] = ranges
        }
    }

    /// The user in a row; `nil` if the user is not cached, or has no profile.
    func user(rowID: Int64, at epoch: Int) -> User? {
        withState(at: epoch) { $0.users[rowID] } ?? nil
    }

    /// Adds a user.
    ///
    /// A user that is larger than the whole capacity is not added, and neither is one that another
    /// reader of the same epoch has added.
    func insert(_ user: User, rowID: Int64, at epoch: Int) {
        withState(at: epoch) { state in
            guard state.users[rowID] == nil else { return }
            let size = MemoryLayout<User>.size + user.textSize
            if state.userBytes + size > userBytes { (state.users, state.userBytes) = ([:], 0) }
            guard size <= userBytes else { return }
            state.users[rowID] = user
            state.userBytes += size
        }
    }
}

extension User {
    /// The bytes of the texts that the user wrote.
    ///
    /// Usernames have at most 30 bytes and a suffix, and the rest of a user has a fixed size.
    fileprivate var textSize: Int {
        [displayName, bio, url, avatar?.alt].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }
}
