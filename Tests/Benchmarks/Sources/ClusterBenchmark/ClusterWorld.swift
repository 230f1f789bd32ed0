import Foundation
import TimelineCore
import TimelinePostgres
import TimelineSQL
import TimelineTesting

/// A store of many users in a schema of its own.
struct ClusterWorld {
    /// Two servers of the store.
    let servers: [PostgresRepository]
    let users: [User.ID]
    var make: RecordMaker

    init(_ address: String, userCount: UInt16) throws {
        let schema = "bench_\(UUID().uuidString.lowercased().prefix(8))"
        servers = try (0..<2).map { _ in try PostgresRepository(address, schema: schema) }
        users = (1...userCount).map { User.ID(number: $0) }
        make = RecordMaker(at: Date() - 40_000_000, seed: 1)
        make.step = 0.01
        let users = users
        try apply(users.count) { try $0.user(users[$1], "user_\($1)") }
    }

    /// Applies records in large batches.
    mutating func apply(
        _ count: Int,
        _ record: (inout RecordMaker, Int) throws -> VerifiedRecord
    ) throws {
        for first in stride(from: 0, to: count, by: 2000) {
            let records = try (first..<min(first + 2000, count)).map { try record(&make, $0) }
            try servers[0].apply(records)
        }
    }

    /// Counts the rows of all tables, as the database does by itself after a minute.
    ///
    /// Statements that were planned before would still read tables as if they were empty.
    func analyze() throws {
        try servers[0].snapshot { try Statement("ANALYZE", in: $0).run() }
    }
}

/// Returns the medians of the times of calls that are repeated in turns, in milliseconds, after some
/// unmeasured ones.
func medians(_ count: Int = 200, of bodies: [() throws -> Void]) throws -> [Double] {
    var times = [[Double]](repeating: [], count: bodies.count)
    for turn in 0..<count + 20 {
        for (index, body) in bodies.enumerated() {
            let start = ContinuousClock.now
            try body()
            if turn >= 20 {
                times[index].append((ContinuousClock.now - start) / .milliseconds(1))
            }
        }
    }
    return times.map { $0.sorted()[count / 2] }
}
