import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineCore
@testable import TimelineSQL
@testable import TimelineSQLite

@Suite("The connections to the store's file")
struct ConnectionTests {
    private static func pragma(_ name: String, of repository: SQLiteRepository) throws -> [Int?] {
        let read = try repository.reading {
            try SharedTables(connection: $0).statement("PRAGMA \(name)").first { $0.int(0) }
        }
        let written = try repository.writing {
            try SharedTables(connection: $0).statement("PRAGMA \(name)").first { $0.int(0) }
        }
        return [read, written]
    }

    @Test func aCommitIsOnDiskAndReferencesHold() throws {
        let repository = try SQLiteRepository(file: try TemporaryFolder.makeFile())
        // The value of FULL is 2. Only the writer's setting matters.
        #expect(try Self.pragma("synchronous", of: repository).last == 2)
        #expect(try Self.pragma("foreign_keys", of: repository) == [1, 1])
        #expect(try Self.pragma("busy_timeout", of: repository).last == 30_000)
    }

    @Test func referencesHoldInMemoryToo() throws {
        #expect(try Self.pragma("foreign_keys", of: try SQLiteRepository()) == [1, 1])
    }

    /// Checks that no read waits for another read, because a waiting read could block a thread of
    /// the cooperative pool (decision 22).
    @Test func allReadsOfTheLanesRunAtOnce() throws {
        let repository = try SQLiteRepository(file: try TemporaryFolder.makeFile())
        let lanes = repository.lanes
        let count =
            (lanes.reads.pool?.threads ?? 0)
            + [
                lanes.reads, lanes.writes, lanes.fileWrites, lanes.bestEffortWrites, lanes.files,
                lanes.upkeep,
            ]
            .map(\.width).reduce(0, +)
        let running = Lock(0)
        let (gate, group) = (Gate(), DispatchGroup())
        for number in 1...count {
            DispatchQueue(label: "read \(number)")
                .async(group: group) {
                    _ = try? repository.read { _ in
                        running.withLock { $0 += 1 }
                        if running.withLock(\.self) == count { gate.open() }
                        gate.pass()
                    }
                }
        }
        // Without enough connections, the gate stays closed until this test opens it.
        let isLate = group.wait(timeout: .now() + 300) == .timedOut
        gate.open()
        group.wait()
        #expect(!isLate)
        #expect(running.withLock(\.self) == count)
    }
}
