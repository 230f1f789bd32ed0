import TimelineCore

/// The caches of a repository, replaced whenever the store's history is.
///
/// Each cache entry is valid for one value of a counter in the table `clock`. The counters only
/// grow, until somebody restores a backup while the process runs: then the same numbers stand for
/// other data. A snapshot with smaller counters than those seen before it began reveals that, and
/// starts a new generation of empty caches.
final class CacheGenerations: Sendable {
    /// The place of a snapshot in the history of a store.
    struct History: Sendable {
        /// SQLite's version of the schema; a restored database has a new one.
        let schema: Int64
        /// The counters of the table `clock`.
        let counters: [Int64]
        let newest: PushID

        /// Whether a snapshot cannot follow one with `other`, because a counter is smaller.
        fileprivate func precedes(_ other: History) -> Bool {
            schema != other.schema || newest < other.newest
                || zip(counters, other.counters).contains { $0 < $1 }
        }
    }

    /// The state of the caches before a reader's snapshot begins.
    struct Start: Sendable {
        fileprivate let generation: Int
        fileprivate let caches: ReaderCaches
        fileprivate let newest: History?
    }

    private struct State {
        var generation = 0
        var caches: ReaderCaches
        /// The newest snapshot of this generation.
        var newest: History?
    }

    private let makeCaches: @Sendable () -> ReaderCaches
    private let state: Lock<State>

    /// Creates the first generation.
    init(_ makeCaches: @escaping @Sendable () -> ReaderCaches = { ReaderCaches() }) {
        self.makeCaches = makeCaches
        state = Lock(State(caches: makeCaches()))
    }

    /// Starts a reader.
    ///
    /// Call it before the reader's snapshot begins, so that the snapshot cannot be older.
    func start() -> Start {
        state.withLock { Start(generation: $0.generation, caches: $0.caches, newest: $0.newest) }
    }

    /// The caches for a snapshot.
    ///
    /// A snapshot is not older than those seen before it began, so smaller counters mean another
    /// history. Readers of the previous history finish with its caches, which no new reader gets.
    func caches(for history: History, since start: Start) -> ReaderCaches {
        let isReplaced = start.newest.map(history.precedes) ?? false
        return state.withLock { state in
            if isReplaced {
                if state.generation == start.generation {
                    state = State(
                        generation: start.generation + 1,
                        caches: makeCaches(),
                        newest: history
                    )
                }
                return state.caches
            }
            if state.generation == start.generation,
                state.newest.map({ !history.precedes($0) }) ?? true
            {
                state.newest = history
            }
            return start.caches
        }
    }
}
