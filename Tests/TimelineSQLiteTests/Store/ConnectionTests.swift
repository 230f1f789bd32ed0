import Testing
import TimelineTestSupport

@testable import TimelineSQLite

@Suite("The connections to the store's file")
struct ConnectionTests {
    private static func pragma(_ name: String, of repository: SQLiteRepository) throws -> [Int?] {
        let read = try repository.reading {
            try SharedTables(database: $0).statement("PRAGMA \(name)").first { $0.int(0) }
        }
        let written = try repository.writing {
            try SharedTables(database: $0).statement("PRAGMA \(name)").first { $0.int(0) }
        }
        return [read, written]
    }

    @Test func aCommitIsOnDiskAndReferencesHold() throws {
        let repository = try SQLiteRepository(file: try TemporaryFolder.makeFile())
        // The value of FULL is 2. Only the writer's setting matters.
        #expect(try Self.pragma("synchronous", of: repository).last == 2)
        #expect(try Self.pragma("foreign_keys", of: repository) == [1, 1])
        // GRDB sets a shorter timeout for readers, because they do not wait in WAL mode.
        #expect(try Self.pragma("busy_timeout", of: repository).last == 30_000)
    }

    @Test func referencesHoldInMemoryToo() throws {
        #expect(try Self.pragma("foreign_keys", of: try SQLiteRepository()) == [1, 1])
    }
}
