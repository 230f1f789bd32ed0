import Foundation
import TimelineCore

extension [Implementation] {
    /// Creates all implementations, Timeline first, and loads the data of a store into them.
    static func all(in store: BenchmarkStore, peers: URL) async throws -> [Implementation] {
        try store.createInboxes()
        let redis = try timed("Redis") {
            try RedisInboxes(socket: peers.appending(path: "redis.sock").path, loading: store)
        }
        let postgres = try timed("PostgreSQL") {
            try PostgresTimeline(
                folder: peers.appending(path: "postgres").path,
                loading: store
            )
        }
        return [
            try await .session(
                Implementation.timeline,
                of: store.owner,
                readers: store.readers
            )
        ] + Implementation.onSQLite(store) + [.redis(redis), .postgres(postgres)]
    }

    private static func timed<Peer>(_ name: String, _ load: () throws -> Peer) rethrows -> Peer {
        let start = ContinuousClock.now
        defer {
            let seconds = Int((ContinuousClock.now - start) / .seconds(1))
            printProgress("\(name) was loaded in \(seconds) s.")
        }
        return try load()
    }
}
