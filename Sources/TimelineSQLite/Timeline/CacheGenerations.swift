import TimelineCore

/// The caches of a repository, which are replaced when the store's history is.
///
/// The counters that entries are checked against grow with every change, until somebody restores a backup under
/// a running program: then they count the same numbers again for other data.
final class CacheGenerations: Sendable {
    /// The counters of a snapshot.
    struct Epoch: Sendable {
        /// SQLite's number of the tables; a restored database has a new one.
        let schema: Int64
        /// The counters of the table `clock`.
        let counters: [Int64]
        let newest: PushID

        /// Whether a snapshot with these counters cannot come after one with `former`.
        fileprivate func isBefore(_ former: Epoch) -> Bool {
            schema != former.schema || newest < former.newest
                || zip(counters, former.counters).contains { $0 < $1 }
        }
    }

    /// What a reader knows before its snapshot begins.
    struct Start: Sendable {
        fileprivate let number: Int
        fileprivate let caches: ReaderCaches
        fileprivate let newest: Epoch?
    }

    private struct State {
        var number = 0
        var caches: ReaderCaches
        var newest: Epoch?
    }

    private let makeCaches: @Sendable () -> ReaderCaches
    private let state: Lock<State>

    /// Creates the first generation.
    init(_ makeCaches: @escaping @Sendable () -> ReaderCaches = { ReaderCaches() }) {
        self.makeCaches = makeCaches
        state = Lock(State(caches: makeCaches()))
    }

    /// Starts a reader; call it before the reader's snapshot begins.
    func start() -> Start {
        state.withLock { Start(number: $0.number, caches: $0.caches, newest: $0.newest) }
    }

    /// The caches for a snapshot.
    ///
    /// A snapshot is not older than those seen before it began, so one with smaller counters belongs to another
    /// history: all caches are dropped. Readers of the former one go on with theirs, and share them with nobody.
    func caches(in epoch: Epoch, since start: Start) -> ReaderCaches {
        let isReplaced = start.newest.map(epoch.isBefore) ?? false
        return state.withLock { state in
            if isReplaced {
                if state.number == start.number {
                    state = State(number: start.number + 1, caches: makeCaches(), newest: epoch)
                }
                return state.caches
            }
            if state.number == start.number, state.newest.map({ !epoch.isBefore($0) }) ?? true {
                state.newest = epoch
            }
            return start.caches
        }
    }
}
