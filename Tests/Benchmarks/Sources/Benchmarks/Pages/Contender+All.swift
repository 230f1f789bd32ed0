import Foundation
import TimelineCore

extension Contender {
    /// What our contender on SQLite is called.
    static let ours = "Timeline"
}

extension [Contender] {
    /// All contenders, ours first, loaded with what the store has.
    static func all(in store: BenchmarkStore, peers: URL) async throws -> [Contender] {
        try store.makeInboxes()
        let redis = try timed("Redis") {
            try RedisInboxes(socket: peers.appending(path: "redis.sock").path, loading: store)
        }
        let postgres = try timed("PostgreSQL") {
            try PostgresTimeline(
                folder: peers.appending(path: "postgres").path,
                loading: store
            )
        }
        let memory = InMemoryRepository()
        try timed("The repository in memory") { try BenchmarkWorld(store.size).fill(memory) }
        return [
            try await .session(Contender.ours, store.owner, store.readers),
            try await .session("in memory", .reading(memory), store.readers),
        ] + Contender.onSQLite(store) + [.redis(redis), .postgres(postgres)]
    }

    private static func timed<Peer>(_ name: String, _ load: () throws -> Peer) rethrows -> Peer {
        let start = ContinuousClock.now
        defer {
            say("\(name) is loaded after \(Int((ContinuousClock.now - start) / .seconds(1))) s.")
        }
        return try load()
    }
}
