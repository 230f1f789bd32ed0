import TimelineCore

/// The cache of a repository, replaced whenever the store's history is.
///
/// The epoch only grows, until somebody restores a backup while the process runs: then the same
/// epochs stand for other data. A snapshot with a lower epoch than those seen before it began, or
/// with another version of the schema, reveals that, and starts with an empty cache.
final class CacheGenerations: Sendable {
    private let makeCache: @Sendable () -> TimelineCache
    private let current: Lock<TimelineCache>

    /// Creates the first generation.
    init(_ makeCache: @escaping @Sendable () -> TimelineCache = { TimelineCache() }) {
        self.makeCache = makeCache
        current = Lock(makeCache())
    }

    /// The cache and its epoch before a reader's snapshot begins.
    ///
    /// Call it before the snapshot begins, so that the snapshot cannot be older.
    func start() -> (cache: TimelineCache, epoch: Int) {
        let cache = current.withLock { $0 }
        return (cache, cache.epoch)
    }

    /// The cache for a snapshot.
    ///
    /// Readers of the previous history finish with its cache, which no new reader gets.
    ///
    /// - Parameters:
    ///   - epoch: the epoch of the snapshot.
    ///   - schema: SQLite's version of the schema.
    ///   - start: the result of ``start()`` before the snapshot began.
    /// - Returns: the cache.
    func cache(
        for epoch: Int,
        schema: Int64,
        since start: (cache: TimelineCache, epoch: Int)
    ) -> TimelineCache {
        guard epoch < start.epoch || !start.cache.belongs(toSchema: schema) else {
            return start.cache
        }
        return current.withLock { current in
            if current === start.cache { current = makeCache() }
            return current
        }
    }
}
