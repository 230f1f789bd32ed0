import TimelineCore

/// The generations of a repository's cache, which is replaced whenever the store's history is
/// replaced.
///
/// The epoch only grows, unless a backup is restored while the process is running. After that, the
/// same epochs refer to different data. The replacement is detected by a snapshot with a lower
/// epoch than those seen before it began, or with another version of the schema. Such a snapshot
/// starts with an empty cache.
///
/// ## Timing
/// A lower epoch alone is not sufficient, because a reader that began earlier may finish after a
/// commit has advanced the cache. Each reader therefore records the cache's epoch *before* its
/// snapshot begins. By then, all snapshots that the cache has seen are committed states, and a
/// snapshot that begins later cannot be older. If it is older nevertheless, the history has been
/// replaced.
///
/// A restored backup may have a higher epoch than the cache. Restoring it through SQLite's backup
/// API changes `schema_version`, which each snapshot also compares. (If another file is moved to the
/// path of the open file, all further transactions fail. See ``StoreConnections/checkFile()``.)
///
/// This class is safe to use from any thread. Decision 17 explains the detection, and decision 24
/// explains the cache.
///
/// ## Example
/// The cache has epoch 10. A reader starts and records epoch 10. A commit and another reader
/// advance the cache to epoch 11. The first reader's snapshot has epoch 11 if it began after the
/// commit, and epoch 10 otherwise. Neither is lower than 10. After an older backup has been
/// restored, the next reader records epoch 11 and finds epoch 7, so the cache is replaced.
package final class CacheGenerations: Sendable {
    /// A closure that creates each generation, which tests use to create small caches.
    private let makeCache: @Sendable () -> TimelineCache
    /// The newest generation.
    ///
    /// Readers of earlier generations hold their own references.
    private let current: Lock<TimelineCache>

    /// Creates the first generation.
    ///
    /// - Parameter makeCache: A closure that creates an empty cache. It is called again whenever
    ///   the history is replaced.
    package init(_ makeCache: @escaping @Sendable () -> TimelineCache = { TimelineCache() }) {
        self.makeCache = makeCache
        current = Lock(makeCache())
    }

    /// Returns the cache and its epoch, for a reader that is about to begin a snapshot.
    ///
    /// Call this method before the snapshot begins, so that the snapshot cannot be older.
    ///
    /// It acquires two locks, for a few nanoseconds each, and reads nothing from the store.
    ///
    /// - Returns: The cache and its epoch. Pass both to `cache(for:schema:since:)`.
    func start() -> (cache: TimelineCache, epoch: Int) {
        let cache = current.withLock { $0 }
        return (cache, cache.epoch)
    }

    /// Returns the cache for a snapshot.
    ///
    /// Readers of the previous history continue with the previous cache, which is not passed to any
    /// new readers.
    ///
    /// If several readers notice the same replacement, the first reader creates the new generation,
    /// and the others receive it.
    ///
    /// - Parameters:
    ///   - epoch: The epoch of the snapshot.
    ///   - schema: SQLite's version of the schema.
    ///   - start: The result of ``start()`` before the snapshot began.
    /// - Returns: The cache.
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
