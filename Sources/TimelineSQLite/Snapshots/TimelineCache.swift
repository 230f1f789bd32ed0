import TimelineCore

/// Rows that recent snapshots of a store have read: posts with their authors, followed users, and
/// users as pages show them.
///
/// All entries are valid in the snapshots of one epoch. The first snapshot of a later epoch updates
/// the posts by those that were added and deleted since, and drops everything else. Snapshots of
/// earlier epochs bypass the cache.
final class TimelineCache: Sendable {
    private struct State {
        var epoch = Int.min
        /// SQLite's version of the schema; a restored database has a new one.
        var schema: Int64?
        var posts = PostIntervals()
        /// Each viewer with the followed users, by the viewer's row ID.
        var followed: [Int64: UserBitmap] = [:]
        /// Each viewer's ranges for which scans of cached posts were abandoned.
        var abandoned: [Int64: Set<PostRange>] = [:]
        var users: [Int64: User] = [:]
        var userBytes = 0
    }

    private let state = Lock(State())
    /// The length of an interval, in posts, beyond which a scan starts the next.
    ///
    /// Only whole intervals are evicted. More changes at once than that drop all intervals.
    let interval: Int
    private let posts: Int
    private let viewers: Int
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
    var epoch: Int { state.withLock(\.epoch) }

    /// Whether the cache belongs to a database with this version of the schema; the first one
    /// decides.
    func belongs(toSchema version: Int64) -> Bool {
        state.withLock { state in
            if state.schema == nil { state.schema = version }
            return state.schema == version
        }
    }

    /// Updates the cache to the epoch of a snapshot, unless it has that or a later one.
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
    /// The cached posts.
    func posts(at epoch: Int) -> PostIntervals {
        withState(at: epoch) { $0.posts } ?? PostIntervals()
    }

    /// Adds an interval that a scan has read, unless another scan has added a part of it.
    func insert(_ posts: PostInterval, at epoch: Int) {
        withState(at: epoch) { state in
            state.posts.insert(posts, joiningUpTo: interval)
            state.posts.evictOldest(beyond: self.posts)
        }
    }

    /// The viewer in a row and the followed users.
    func followed(by viewer: Int64, at epoch: Int) -> UserBitmap? {
        withState(at: epoch) { $0.followed[viewer] } ?? nil
    }

    /// Adds a viewer and the followed users.
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
    func abandon(_ range: PostRange, for viewer: Int64, at epoch: Int) {
        withState(at: epoch) { state in
            var ranges = state.abandoned[viewer] ?? []
            if ranges.isEmpty, state.abandoned.count >= viewers { state.abandoned = [:] }
            if ranges.count >= viewers { ranges = [] }
            ranges.insert(range)
            state.abandoned[viewer] = ranges
        }
    }

    /// The user in a row.
    func user(rowID: Int64, at epoch: Int) -> User? {
        withState(at: epoch) { $0.users[rowID] } ?? nil
    }

    /// Adds a user.
    func insert(_ user: User, rowID: Int64, at epoch: Int) {
        withState(at: epoch) { state in
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
    fileprivate var textSize: Int {
        [displayName, bio, url, avatar?.alt].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }
}
