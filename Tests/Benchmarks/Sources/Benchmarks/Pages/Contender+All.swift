import Foundation

extension Contender {
    /// What our contender on SQLite is called.
    static let ours = "Timeline"
}

extension [Contender] {
    /// All contenders, ours first, loaded with what the store has.
    static func all(in store: BenchmarkStore, peers: URL) throws -> [Contender] {
        let start = ContinuousClock.now
        let redis = try RedisInboxes(
            socket: peers.appending(path: "redis.sock").path,
            loading: store
        )
        print("Redis is loaded after \(ContinuousClock.now - start).")
        return [.engine(Contender.ours, store.engine)] + Contender.onSQLite(store)
            + [.redis(redis)]
    }
}
