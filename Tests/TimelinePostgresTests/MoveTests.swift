#if Cluster
import CLibPQ
import Foundation
import Testing
import TimelineCore
import TimelinePostgres
import TimelineSQL
import TimelineSQLite
import TimelineTestSupport
import TimelineTesting

@Suite(
    "A move of a store to PostgreSQL and back",
    .serialized,
    .enabled(if: TestServer.address != nil, TestServer.advice)
)
struct MoveTests {
    private let moved: MovedWorld
    private let world: TestWorld
    private let repository: SQLiteRepository
    private let address: String
    private let schema = "test_\(UUID().uuidString.lowercased().prefix(8))"
    private let photos = InMemoryBlobStore()
    private let folder: URL

    init() async throws {
        address = try #require(TestServer.address)
        world = try TestWorld(.sqliteFile)
        moved = try await MovedWorld(world)
        repository = try #require(world.repository as? SQLiteRepository)
        folder = try TemporaryFolder.make().appending(path: "back")
    }

    private func moveThere(
        pageSize: Int = StoreCopy.pageSize,
        progress: (StoreMove.Stage, Int, Int) throws -> Void = { _, _, _ in }
    ) throws -> MoveReport {
        let photos = photos
        let target = PostgresTarget(address, schema: schema)
        return try StoreMove(of: repository, world.blobs, to: target, pageSize: pageSize) { photos }
            .run(progress: progress)
    }

    private func moveBack(
        _ repository: PostgresRepository,
        pageSize: Int = StoreCopy.pageSize,
        progress: (StoreMove.Stage, Int, Int) throws -> Void = { _, _, _ in }
    ) throws -> MoveReport {
        let folder = folder
        return try StoreMove(
            of: repository,
            photos,
            to: FolderTarget(folder),
            pageSize: pageSize
        ) {
            try FolderBlobStore(folder: folder.appending(path: "blobs"))
        }
        .run(progress: progress)
    }

    /// Runs `body` with the store on the server, and drops it.
    private func withServer(
        _ body: (PostgresRepository, TestWorld) async throws -> Void
    ) async throws {
        let repository = try PostgresRepository(address, schema: schema)
        defer { repository.close() }
        try await body(
            repository,
            TestWorld(repository: repository, blobs: photos, clock: world.clock)
        )
    }

    private func openBack() throws -> TestWorld {
        try TestWorld(
            repository: Storage.open(folder.appending(path: "timeline.sqlite")),
            blobs: FolderBlobStore(folder: folder.appending(path: "blobs")),
            clock: world.clock,
            folder: folder
        )
    }

    /// Drops everything that a test has left, and returns the schemas.
    @discardableResult
    private func dropSchemas() throws -> [String] {
        let connection = try #require(PQconnectdb(address))
        defer { PQfinish(connection) }
        let result = PQexec(
            connection,
            "SELECT nspname FROM pg_namespace WHERE nspname LIKE '\(schema)%' ORDER BY 1"
        )
        defer { PQclear(result) }
        let names = (0..<PQntuples(result)).compactMap { PQgetvalue(result, $0, 0) }
            .map { String(cString: $0) }
        for name in names { PQclear(PQexec(connection, "DROP SCHEMA \"\(name)\" CASCADE")) }
        return names
    }

    @Test("Both copies are equal, healthy, and in use like the store")
    func thereAndBack() async throws {
        defer { _ = try? dropSchemas() }  // The server ends with the tests.
        let there = try moveThere()
        #expect(there.newRowCount == there.rowCount && there.recordCount > 30)
        try await withServer { server, copy in
            let first = try repository.snapshot { try StoreManifest(of: $0) }
            #expect(try server.snapshot { try StoreManifest(of: $0) } == first)
            let back = try moveBack(server)
            #expect(back.newRowCount == there.rowCount)
            #expect(try server.snapshot { try StoreManifest(of: $0) } == first)
            let returned = try openBack()
            #expect(try await returned.owner.examine().isEmpty)
            let expected = try await moved.answers(of: world)
            #expect(try await moved.answers(of: copy) == expected)
            #expect(try await moved.answers(of: returned) == expected)
            // Arrivals continue, so what is new afterwards is new for readers of before.
            let epoch = try server.read { reader, _ in try reader.epoch() }
            let post = try await copy.post(by: moved.leia, "after the #moon", seed: 40)
            #expect(try await copy.guest.page(of: .everyone).posts.first?.id == post.id)
            #expect(try server.read { reader, _ in try reader.epoch() } > epoch)
            #expect(try await copy.guest.search("after").results.items.count == 1)
            _ = try await copy.signUp("luke2")
            _ = try await copy.logIn("han")
        }
        #expect(try dropSchemas() == [schema])
    }

    @Test("A move that was interrupted after any step continues there")
    func interruptions() async throws {
        defer { _ = try? dropSchemas() }  // The server ends with the tests.
        struct Interruption: Error {}
        func interrupting(
            _ move: ((StoreMove.Stage, Int, Int) throws -> Void) throws -> MoveReport
        ) throws {
            var (attempts, rows) = (0, 0)
            while true {
                var (step, copied) = (0, 0)
                do {
                    let report = try move { stage, done, _ in
                        if case .copyingRows = stage { copied = done }
                        step += 1
                        if step > 1 { throw Interruption() }
                    }
                    #expect(rows + report.newRowCount == report.rowCount)
                    #expect(report.newRowCount < report.rowCount)
                    break
                } catch is Interruption {
                    rows += copied
                    attempts += 1
                }
            }
            #expect(attempts > 8)
        }
        try interrupting { try moveThere(pageSize: 20, progress: $0) }
        try await withServer { server, copy in
            try interrupting { try moveBack(server, pageSize: 20, progress: $0) }
            let expected = try await moved.answers(of: world)
            #expect(try await moved.answers(of: copy) == expected)
            #expect(try await moved.answers(of: openBack()) == expected)
        }
        #expect(try dropSchemas() == [schema])
    }

    @Test("An unfinished move of a store that has changed begins again")
    func changes() async throws {
        defer { _ = try? dropSchemas() }  // The server ends with the tests.
        struct Interruption: Error {}
        #expect(throws: Interruption.self) {
            try moveThere(pageSize: 50) { stage, done, total in
                if case .copyingRows = stage, done > total / 2 { throw Interruption() }
            }
        }
        let page = try await world.guest.page(of: .everyone)
        try await world.session(page.posts[1].author.id).delete(page.posts[1].id)
        let report = try moveThere()
        #expect(report.newRowCount == report.rowCount)
        #expect(try moveThere().newRowCount == 0)
        #expect(try dropSchemas() == [schema])
    }

    @Test("An empty store is replaced, and another one is left alone")
    func otherStores() async throws {
        defer { _ = try? dropSchemas() }  // The server ends with the tests.
        try PostgresRepository(address, schema: schema).close()
        _ = try moveThere()
        try await world.post(by: moved.leia, "later", seed: 50)
        #expect(throws: MoveError.targetNotEmpty) { try moveThere() }
        try await withServer { server, _ in
            let manifest = try server.snapshot { try StoreManifest(of: $0) }
            #expect(manifest.recordCount > 30)
        }
    }

    @Test(
        "What belongs to others is left alone, and refused before anything is copied",
        arguments: [
            (false, "CREATE TABLE SCHEMA.notes AS SELECT 'mine' AS text", "SCHEMA.notes"),
            (true, "CREATE TABLE SCHEMA.notes AS SELECT 'mine' AS text", "SCHEMA.notes"),
            (true, "CREATE VIEW SCHEMA_view.ids AS SELECT id FROM SCHEMA.post", "SCHEMA_view.ids"),
        ]
    )
    func others(hasStore: Bool, creation: String, name: String) throws {
        defer { _ = try? dropSchemas() }  // The server ends with the tests.
        func inSchema(_ text: String) -> String {
            text.replacing("SCHEMA.", with: "\(schema).")
                .replacing("SCHEMA_", with: "\(schema)_")
        }
        let server = try TestServer()
        if hasStore {
            try PostgresRepository(address, schema: schema).close()
        } else {
            try server.execute("CREATE SCHEMA \(schema)")
        }
        try server.execute("CREATE SCHEMA \(schema)_view", inSchema(creation))
        #expect(throws: MoveError.targetNotEmpty) {
            try moveThere { _, _, _ in Issue.record("Something was copied.") }
        }
        try server.execute("SELECT * FROM \(inSchema(name))")
        #expect(try dropSchemas() == [schema, "\(schema)_view"])
    }

    @Test("What others add during the move is left alone")
    func latecomers() throws {
        defer { _ = try? dropSchemas() }  // The server ends with the tests.
        let server = try TestServer()
        var isFirst = true
        #expect(throws: MoveError.targetNotEmpty) {
            try moveThere { stage, _, _ in
                guard case .copyingRows = stage, isFirst else { return }
                isFirst = false
                try server.execute("CREATE SCHEMA \(schema)", "CREATE TABLE \(schema).notes ()")
            }
        }
        try server.execute("SELECT * FROM \(schema).notes")
    }

    @Test("Drafts of other moves are deleted, but no schemas with similar names")
    func similarNames() throws {
        defer { _ = try? dropSchemas() }  // The server ends with the tests.
        try TestServer()
            .execute(
                "CREATE SCHEMA \(schema)_move_notes",
                "CREATE SCHEMA \(schema)_move_0123456789abcdef"
            )
        _ = try moveThere()
        #expect(try dropSchemas() == [schema, "\(schema)_move_notes"])
    }

    @Test("A move waits for the maintenance of tables")
    func maintenance() async throws {
        defer { _ = try? dropSchemas() }  // The server ends with the tests.
        try PostgresRepository(address, schema: schema).close()
        _ = try TestServer.locking("\(schema).post", for: 1) { try moveThere() }
        try await withServer { server, _ in
            let back = try TestServer.locking("\(schema).photo", for: 1) { try moveBack(server) }
            #expect(back.newRowCount == back.rowCount)
        }
    }

    @Test("A store that appears during the move is left alone")
    func newStore() async throws {
        defer { _ = try? dropSchemas() }  // The server ends with the tests.
        var isFirst = true
        #expect(throws: MoveError.targetNotEmpty) {
            try moveThere { stage, _, _ in
                guard case .copyingRows = stage, isFirst else { return }
                isFirst = false
                let other = try PostgresRepository(address, schema: schema)
                defer { other.close() }
                try other.writeAccounts { try $0.setPrivateValue([1], forKey: "test") }
            }
        }
        try await withServer { server, _ in
            let value = try server.read { try $1.privateValue(forKey: "test") }
            #expect(value == [1])
        }
    }

    @Test("Nobody can write while the tables are copied")
    func writers() async throws {
        defer { _ = try? dropSchemas() }  // The server ends with the tests.
        _ = try moveThere()
        try await withServer { server, _ in
            let other = try PostgresRepository(address, schema: schema)
            defer { other.close() }
            var isWritten: Bool?
            _ = try moveBack(server) { stage, _, _ in
                guard case .copyingRows = stage, isWritten == nil else { return }
                isWritten = try other.writeAccountsIfPossible { _, accounts in
                    try accounts.setPrivateValue([], forKey: "test")
                }
            }
            #expect(isWritten == false)
        }
    }

    @Test("A backup keeps photos that it has, if they are deleted meanwhile")
    func deletedPhotos() async throws {
        defer { _ = try? dropSchemas() }  // The server ends with the tests.
        _ = try moveThere()
        try await withServer { server, _ in
            let backup = StoreBackup(of: server, blobs: photos)
            let others = try server.snapshot { try StoreMove.photos(in: $0) }
            // The photo is the last one that a backup copies.
            let content = try #require(
                (0..<100_000).lazy.map { Data("photo \($0)".utf8) }
                    .first { BlobID(of: $0) > others.max() ?? BlobID(of: Data()) }
            )
            let id = photos.put(content)
            let photo = BlobID(of: Data(id.bytes))
            try server.writeAccounts { try $0.setOriginal(id, of: photo, by: moved.leia) }
            var starts = 0
            let report = try backup.copy(to: folder) { done, _ in
                guard done == 1 else { return }
                starts += 1
                // Photos are copied before the database and after it.
                guard starts == 2 else { return }
                do {
                    try server.writeAccounts { try $0.setOriginal(nil, of: photo, by: moved.leia) }
                    _ = try photos.removeOrphaned([id], retaining: false) { _ in [] }
                } catch {
                    Issue.record(error)
                }
            }
            #expect(starts == 2)
            #expect(!photos.contains(id) && report.damagedPhotos.isEmpty)
            #expect(report.newPhotoCount == others.count + 1)
            let instructions = try String(
                contentsOf: folder.appending(path: "backup.txt"),
                encoding: .utf8
            )
            #expect(instructions.contains("timeline move --store"))
        }
    }

    @Test("A backup of a store on a server is a store in a folder")
    func backup() async throws {
        defer { _ = try? dropSchemas() }  // The server ends with the tests.
        _ = try moveThere()
        try await withServer { server, copy in
            let backup = StoreBackup(of: server, blobs: photos)
            let report = try backup.copy(to: folder)
            #expect(report.newPhotoCount == report.photoCount && report.photoCount > 8)
            let restored = try openBack()
            #expect(try await restored.owner.examine().isEmpty)
            #expect(try await moved.answers(of: restored) == moved.answers(of: copy))
            let post = try await copy.post(by: moved.leia, "later", seed: 60)
            #expect(try backup.copy(to: folder).newPhotoCount == 1)
            #expect(try await openBack().guest.page(of: .everyone).posts.first?.id == post.id)
        }
    }
}
#endif
