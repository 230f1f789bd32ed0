import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("The store's file")
struct SchemaTests {
    private static func files(beside file: URL) throws -> [String: Data] {
        let folder = file.deletingLastPathComponent()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try names.reduce(into: [:]) { files, name in
            files[name] = try Data(contentsOf: folder.appending(path: name))
        }
    }

    @Test(
        arguments: ["WAL", "DELETE"],
        [(99, TimelineError.storeTooNew), (10, .storeTooOld(version: 10))]
    )
    func aStoreFromAnotherVersionIsRefusedUntouched(
        journal: String,
        other: (version: Int, error: TimelineError)
    ) throws {
        let file = try TemporaryFolder.makeFile()
        do {
            let store = try RawStore(file)
            try store.execute(
                """
                PRAGMA journal_mode = \(journal);
                CREATE TABLE other (x);
                INSERT INTO other VALUES (1);
                PRAGMA application_id = \(0x544d_4c4e);
                PRAGMA user_version = \(other.version);
                """
            )
        }
        let before = try Data(contentsOf: file)
        #expect(throws: other.error) { try Storage.open(file) }
        #expect(try Data(contentsOf: file) == before)
        let name = file.lastPathComponent
        let others = try Self.files(beside: file).keys
            .filter { ![name, "\(name)-shm"].contains($0) }
        #expect(try others.allSatisfy { try Self.files(beside: file)[$0]?.isEmpty == true })
    }

    @Test func anotherProgramsDatabaseIsLeftAlone() throws {
        let file = try TemporaryFolder.makeFile()
        do { try RawStore(file).execute("CREATE TABLE notes (text)") }
        let before = try Data(contentsOf: file)
        #expect(throws: TimelineError.notAStore(file.path)) { try Storage.open(file) }
        #expect(try Data(contentsOf: file) == before)
    }

    @Test func anotherFileFormatIsRefused() throws {
        let file = try TemporaryFolder.makeFile()
        let text = Data(String(repeating: "Dear diary. ", count: 100).utf8)
        try text.write(to: file)
        let error = #expect(throws: TimelineError.self) { try Storage.open(file) }
        #expect(error?.code == "storage-failed")
        #expect(try Data(contentsOf: file) == text)
    }

    @Test func onlyTheOwnerCanReadTheFiles() throws {
        let file = try TemporaryFolder.make().appending(path: "new/timeline.sqlite")
        let repository = try Storage.open(file)
        var make = RecordMaker()
        try repository.apply([make.user(.leia, "leia")])
        let names = try Self.files(beside: file).keys
        #expect(names.contains("timeline.sqlite-wal"))
        for name in names {
            let path = file.deletingLastPathComponent().appending(path: name)
            #expect(DurableFile.mode(of: path) == 0o600, "\(name)")
        }
        #expect(DurableFile.mode(of: file.deletingLastPathComponent()) == 0o700)
    }

    @Test func theFileIsMarkedAndDurable() throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try Storage.open(file)
        let store = try RawStore(file)
        #expect(try store.text("PRAGMA journal_mode") == "wal")
        #expect(try store.number("PRAGMA application_id") == 0x544d_4c4e)
        #expect(try store.number("PRAGMA user_version") == 19)
        #expect(try repository.integrityFaults().isEmpty)
    }

    @Test func theSchemaEnforcesTheRules() throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try Storage.open(file)
        try repository.apply(RecordMaker.everyKind())
        let store = try RawStore(file)
        try store.execute("PRAGMA foreign_keys = ON")
        for statement in [
            "INSERT INTO user (uuid) VALUES ('text')",
            "INSERT INTO user (uuid) SELECT uuid FROM user",
            "UPDATE user SET post_count = -1",
            "UPDATE post SET author = 12345",
            "UPDATE post SET latitude = 1",
            "UPDATE post SET id = x'00'",
            "UPDATE photo SET width = 0",
            "UPDATE follow SET followed = follower",
            "UPDATE clock SET newest = 'now'",
            "INSERT INTO session VALUES (zeroblob(32), zeroblob(16), 0, 0, '', NULL, NULL)",
            "INSERT INTO rejection VALUES (zeroblob(32), x'', 1, zeroblob(16), 0, zeroblob(8))",
            "INSERT INTO blob_mark VALUES (4, zeroblob(32), 0)",
            "INSERT INTO peer (owner, changed_at, is_removed) VALUES (zeroblob(16), 0, 0)",
            "DELETE FROM user",
        ] {
            #expect(throws: (any Error).self, "\(statement)") { try store.execute(statement) }
        }
        #expect(try repository.integrityFaults().isEmpty)
    }

    @Test func openingAgainKeepsEverything() async throws {
        let world = try TestWorld(.sqliteFile)
        let script = try RecordScript(seed: 17, count: 400).records
        try world.repository.apply(script)
        let logIn = try await world.signUp("leia2")
        let page = try await world.guest.page(of: .everyone, limit: 1)
        try await world.session(logIn.user.id).markShown(page)
        var subjects = SocialAnswers.Subjects(of: script)
        subjects.viewers = Array(subjects.users.prefix(3))
        let again = try world.openedAgain()
        let answers = try SocialAnswers(again.repository, about: subjects)
        #expect(answers.difference(from: try .init(world.repository, about: subjects)) == nil)
        #expect(try await again.user(for: logIn.token) == logIn.user)
        let position = try await world.session(logIn.user.id).readPosition()
        #expect(try await again.session(logIn.user.id).readPosition() == position)
        #expect(position.intervals.last?.posts.upperBound == page.posts.first?.id)
    }

    @Test func aWriteThatFailsIsATimelineError() async throws {
        let world = try TestWorld(.sqliteFile)
        let leia = try await world.user("leia")
        try RawStore(try #require(world.file)).execute("DROP TABLE photo")
        let error = await #expect(throws: TimelineError.self) { try await world.post(by: leia) }
        #expect(error?.code == "storage-failed")
    }
}
