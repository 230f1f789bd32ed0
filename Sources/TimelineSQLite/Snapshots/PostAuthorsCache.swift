import TimelineCore

/// Caches the (post, author) pairs that scans have read; rescanning them is 40 times cheaper than
/// reading the table.
///
/// Entries are valid in every snapshot with the same `clock.late_posts`, except that posts may have
/// been deleted since.
final class PostAuthorsCache: Sendable {
    /// Entries are valid in snapshots with the same number of late posts, from the same number of
    /// deletions on.
    struct Version: Hashable, Sendable {
        /// Grows with every batch that contains a late post, which may lie inside a cached
        /// interval.
        let latePosts: Int64
        /// Grows with every batch that deletes posts.
        let deletions: Int64
    }

    /// The limits of a cache, in posts.
    struct Limits: Sendable {
        /// The number of cached posts, at 24 bytes each, beyond which the oldest intervals are
        /// evicted.
        var capacity = 1 << 20
        /// The length at which a scan ends an interval and starts the next; only whole intervals
        /// are evicted.
        var interval = 1 << 15
        /// The length up to which adjacent intervals are joined; each page read without a join
        /// would add one.
        var joined = 1024
    }

    /// The intervals of one number of late posts.
    private struct State {
        var latePosts: Int64 = .min
        /// The number of deletions in the oldest and in the newest snapshot that an interval was
        /// read in.
        var deletions: ClosedRange<Int64> = .min ... .min
        var intervals = IntervalSet()

        /// Whether the intervals may be read and extended in a snapshot: it has the same late
        /// posts, and all deletions that they already take into account.
        func isUsable(in version: Version) -> Bool {
            latePosts == version.latePosts && version.deletions >= deletions.upperBound
        }
    }

    private let state = Lock(State())

    let limits: Limits

    /// Creates an empty cache.
    init(limits: Limits = Limits()) { self.limits = limits }

    /// The intervals that are valid in a snapshot.
    ///
    /// Empty when a newer snapshot has already contributed: its deletions may not have happened yet
    /// in this one.
    func intervals(in version: Version) -> IntervalSet {
        state.withLock { state in
            guard state.isUsable(in: version) else { return IntervalSet() }
            var intervals = state.intervals
            intervals.mayContainDeleted = state.deletions.lowerBound < version.deletions
            return intervals
        }
    }

    /// Adds an interval that a scan has read, unless it is empty or another scan has added a part
    /// of it.
    func insert(_ interval: Interval, in version: Version) {
        guard interval.lower < interval.upper else { return }
        // Returned, so that it is freed outside the lock.
        _ = state.withLock { state in
            let previous = state.intervals
            if version.latePosts > state.latePosts {
                let deletions = version.deletions...version.deletions
                state = State(latePosts: version.latePosts, deletions: deletions)
            }
            if state.isUsable(in: version),
                state.intervals.insert(interval, joiningUpTo: limits.joined)
            {
                state.deletions = state.deletions.lowerBound...version.deletions
                state.intervals.evictOldest(beyond: limits.capacity)
            }
            return previous
        }
    }

    /// Removes posts that a snapshot no longer contains.
    func remove(_ posts: [PushID], in version: Version) {
        state.withLock { state in
            guard state.isUsable(in: version) else { return }
            state.deletions = state.deletions.lowerBound...version.deletions
            for post in posts { state.intervals.remove(post) }
        }
    }
}
