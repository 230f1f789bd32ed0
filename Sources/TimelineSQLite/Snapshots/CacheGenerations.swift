import TimelineCore

/// The cache of a repository, replaced whenever the store's history is.
///
/// The epoch only grows, until somebody restores a backup while the process runs: then the same
/// epochs stand for other data. A snapshot with a lower epoch than those seen before it began, or
/// with another version of the schema, reveals that, and starts with an empty cache.
///
/// ## Why before
/// A lower epoch alone proves nothing: a reader that began earlier may finish after a commit has
/// advanced the cache. So each reader notes the cache's epoch *before* its snapshot begins. All
/// snapshots that the cache had seen by then are committed states, and a snapshot that begins later
/// can only be as new or newer; if it is older, the history was replaced.
///
/// A restored backup may have a higher epoch than the cache. Restoring through SQLite's backup API
/// changes `schema_version`, which each snapshot compares as well. (Renaming another file over the
/// open one is noticed by SQLite itself, whose writes then fail.)
///
/// Safe to use from any thread. Decision 17 explains the detection, decision 24 the cache.
///
/// ## Example
/// The cache has epoch 10. A reader starts and notes 10; a commit and another reader advance the
/// cache to 11; the first reader's snapshot, begun after the commit, has epoch 11, or began before
/// it and has 10. Neither is below 10. After the restore of an older backup, the next reader notes
/// 11 and finds epoch 7: the cache is replaced.
final class CacheGenerations: Sendable {
    /// Creates each generation; tests make small ones.
    private let makeCache: @Sendable () -> TimelineCache
    /// The newest generation; readers of earlier ones hold their own reference.
    private let current: Lock<TimelineCache>

    /// Creates the first generation.
    ///
    /// - Parameter makeCache: creates an empty cache; called again whenever the history is
    ///   replaced.
    init(_ makeCache: @escaping @Sendable () -> TimelineCache = { TimelineCache() }) {
        self.makeCache = makeCache
        current = Lock(makeCache())
    }

    /// The cache and its epoch before a reader's snapshot begins.
    ///
    /// Call it before the snapshot begins, so that the snapshot cannot be older.
    ///
    /// Takes two locks, for some nanoseconds each, and reads nothing from the store.
    ///
    /// - Returns: the cache and its epoch; pass both to `cache(for:schema:since:)`.
    func start() -> (cache: TimelineCache, epoch: Int) {
        let cache = current.withLock { $0 }
        return (cache, cache.epoch)
    }

    /// The cache for a snapshot.
    ///
    /// Readers of the previous history finish with its cache, which no new reader gets.
    ///
    /// Of several readers that notice the same replacement, the first creates the new generation,
    /// and the others get it.
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
