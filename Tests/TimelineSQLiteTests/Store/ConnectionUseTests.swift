import CSQLite
import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineCore
@testable import TimelineSQL
@testable import TimelineSQLite

@Suite("The use of connections")
struct ConnectionUseTests {
    private func code(_ body: () throws -> Void) -> Int32? {
        do {
            try body()
            return nil
        } catch {
            return (error as? SQLiteError)?.code
        }
    }

    private func table(_ connection: Connection) throws {
        try connection.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, text TEXT UNIQUE)")
    }

    private func count(_ connection: Connection) throws -> Int? {
        try Statement("SELECT count(*) FROM item", in: connection).first { $0.int(0) }
    }

    private func run(_ sql: String, _ connection: Connection) throws {
        try Statement(sql, in: connection).run()
    }

    @Test("A closure that uses the repository again receives an error, and nothing waits")
    func nestedUse() throws {
        for repository in [
            try SQLiteRepository(file: try TemporaryFolder.makeFile()), try SQLiteRepository(),
        ] {
            func read() throws { _ = try repository.reading { _ in } }
            func write() throws { _ = try repository.writing { _ in } }
            var errors: [TimelineError?] = []
            errors.append(
                #expect(throws: TimelineError.self) { try repository.reading { _ in try read() } }
            )
            errors.append(
                #expect(throws: TimelineError.self) { try repository.writing { _ in try write() } }
            )
            #expect(errors.map { $0?.code } == ["storage-failed", "storage-failed"])
            // The connections are usable afterwards.
            try read()
            try write()
        }
    }

    @Test("A transaction ends with its error, and a failed commit is rolled back")
    func transactions() throws {
        struct Failure: Error {}
        let connection = try Connection(":memory:")
        try table(connection)
        #expect(throws: Failure.self) {
            try connection.transaction(.immediate) {
                try run("INSERT INTO item VALUES (1, 'a')", connection)
                throw Failure()
            }
        }
        #expect(try count(connection) == 0)
        // The commit fails, because the reference is checked only then.
        try connection.execute(
            "CREATE TABLE part (item REFERENCES item DEFERRABLE INITIALLY DEFERRED)"
        )
        let reference = code {
            try connection.transaction(.immediate) {
                try run("INSERT INTO part VALUES (7)", connection)
            }
        }
        #expect(reference == SQLITE_CONSTRAINT | 3 << 8)
        try connection.transaction(.immediate) {
            try run("INSERT INTO item VALUES (1, 'a')", connection)
        }
        #expect(try count(connection) == 1)
    }

    /// Checks what happens after errors such as a full disk, which end the whole transaction.
    ///
    /// If a closure ignored the error, its later statements would otherwise be committed one by one.
    @Test("After SQLite has rolled back a transaction, its other statements fail")
    func rolledBackTransaction() throws {
        let connection = try Connection(":memory:")
        try table(connection)
        let rolledBack = SQLiteError.abortRollback
        let outcome = code {
            try connection.transaction(.immediate) {
                try run("INSERT INTO item VALUES (1, 'a')", connection)
                let insert = "INSERT OR ROLLBACK INTO item VALUES (1, 'b')"
                let failed = code { try run(insert, connection) }
                let next = code { _ = try count(connection) }
                let last = code { try connection.execute("INSERT INTO item VALUES (9, 'c')") }
                #expect(failed != nil && next == rolledBack && last == rolledBack)
            }
        }
        #expect(outcome == rolledBack)
        #expect(try count(connection) == 0)
    }

    @Test("Errors have SQLite's extended code and message")
    func errors() throws {
        let connection = try Connection(":memory:")
        try table(connection)
        let insert = try Statement("INSERT INTO item VALUES (?, ?)", in: connection)
        try insert.run(1, "a")
        do {
            try insert.run(2, "a")
            Issue.record("The text was inserted twice.")
        } catch let error as SQLiteError {
            #expect(error.code == SQLITE_CONSTRAINT | 8 << 8)
            #expect(error.primaryCode == SQLITE_CONSTRAINT)
            #expect(error.message == "UNIQUE constraint failed: item.text")
            #expect(error.sql == "INSERT INTO item VALUES (?, ?)")
        }
        let missing = try TemporaryFolder.makeFile().path
        #expect(code { _ = try Connection(missing) } == SQLITE_CANTOPEN)
        #expect(code { _ = try Statement("SELECT 1; SELECT 2", in: connection) } == SQLITE_MISUSE)
        // Text in double quotes is not a string.
        #expect(code { _ = try Statement(#"SELECT "text""#, in: connection) } == SQLITE_ERROR)
    }

    @Test("A file is opened without locks under any name")
    func unchangedFile() throws {
        let folder = try TemporaryFolder.makeFile().deletingLastPathComponent()
        let file = folder.appending(path: "odd ?#%41 é.sqlite")
        try Data().write(to: file)
        let writer = try Connection(file.path)
        try table(writer)
        try writer.close()
        let reader = try Connection(file.path, .readingUnchanged)
        #expect(try count(reader) == 0)
        #expect(code { try reader.execute("DELETE FROM item") } == SQLITE_READONLY)
    }

    @Test("A closed connection, pool or repository answers nothing")
    func closed() throws {
        let connection = try Connection(":memory:")
        try connection.close()
        try connection.close()
        #expect(code { try connection.execute("SELECT 1") } == SQLITE_MISUSE)
        #expect(code { _ = try Statement("SELECT 1", in: connection) } == SQLITE_MISUSE)
        let repository = try SQLiteRepository(file: try TemporaryFolder.makeFile())
        try repository.close()
        try repository.close()
        #expect(throws: TimelineError.self) { try repository.reading { _ in } }
        #expect(throws: TimelineError.self) { try repository.writing { _ in } }
    }

    @Test("Closing waits for a read, and then leaves a single file")
    func closingDuringARead() throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try SQLiteRepository(file: file)
        try repository.writing { try $0.execute("UPDATE clock SET epoch = epoch + 1") }
        let (started, gate, group) = (Gate(), Gate(), DispatchGroup())
        DispatchQueue(label: "read")
            .async(group: group) {
                _ = try? repository.reading { connection in
                    _ = try Statement("SELECT epoch FROM clock", in: connection).first { $0.int(0) }
                    started.open()
                    gate.pass()
                }
            }
        started.pass()
        DispatchQueue(label: "close").async(group: group) { try? repository.close() }
        gate.open()
        group.wait()
        let names = try FileManager.default.contentsOfDirectory(
            atPath: file.deletingLastPathComponent().path
        )
        #expect(names == [file.lastPathComponent])
    }

    @Test("Closing leaves a single file, even if more reads begin than the pool keeps connections")
    func closingDuringManyReads() throws {
        for _ in 0..<TestEffort.count(40, full: 300) {
            let file = try TemporaryFolder.makeFile()
            let connections = try StoreConnections(file: file, busyTimeout: 30, readerLimit: 2)
            let writer = try connections.writer.get()
            let started = Gate()
            let group = DispatchGroup()
            for number in 0..<6 {
                DispatchQueue(label: "read \(number)")
                    .async(group: group) {
                        // After the close, both throw an error.
                        for round in 0..<1000 {
                            guard (try? connections.read { try Schema.check($0, at: file) }) != nil
                            else {
                                return
                            }
                            let update = "UPDATE clock SET epoch = epoch + 1"
                            if number == 0 {
                                _ = try? writer.use { try $0.execute(update) }
                            }
                            if round == 3 { started.open() }
                        }
                    }
            }
            started.pass()
            try connections.close()
            let names = try FileManager.default.contentsOfDirectory(
                atPath: file.deletingLastPathComponent().path
            )
            #expect(names == [file.lastPathComponent])
            group.wait()
        }
    }

    #if os(Linux)
    /// The body runs in a process of its own, whose descriptors and memory no other test uses.
    @Test("A store that is opened and closed many times leaks neither descriptors nor memory")
    func leaks() async {
        await #expect(processExitsWith: .success) {
            let file = try TemporaryFolder.makeFile()
            func open(_ number: Int) throws {
                let repository = try SQLiteRepository(file: file)
                if number.isMultiple(of: 10) {
                    try repository.writing { try $0.execute("UPDATE clock SET epoch = epoch + 1") }
                }
                _ = try repository.reading {
                    try SharedTables(connection: $0).statement("SELECT 1")
                }
                try repository.close()
            }
            func descriptors() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
            }
            func pages() throws -> Int {
                let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
                return text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            }
            for number in 0..<100 { try open(number) }
            let (before, memory) = (try descriptors(), try pages())
            for number in 0..<TestEffort.count(1000, full: 10_000) { try open(number) }
            #expect(try descriptors() == before)
            // Of 10,000 leaks, a hundred bytes each are 250 pages of 4 KiB.
            #expect(try pages() - memory < 250)
        }
    }
    #endif
}
