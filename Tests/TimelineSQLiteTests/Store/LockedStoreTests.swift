import Foundation
import Testing
import TimelineCore
import TimelineSQLite
import TimelineTestSupport
import TimelineTesting

@Suite("A store that another process has locked")
struct LockedStoreTests {
    /// Checks that optional writes are skipped instead of failing after thirty seconds.
    @Test func readersSkipOptionalWrites() async throws {
        let world = try TestWorld(.sqliteFile)
        let logIn = try await world.signUp("leia")
        let post = try await world.post(by: logIn.user.id)
        let position = ReadPosition(
            intervals: [ReadInterval(post.id...post.id, epoch: 1)],
            lastShown: post.id
        )
        let session = logIn.token.sessionID
        let later = world.clock.environment.now().addingTimeInterval(3600)
        try RawStore(try #require(world.file))
            .whileLocked {
                // Opening the store does not require the lock either.
                let other = try world.openedAgain()
                let start = ContinuousClock.now
                try other.repository.touch(session, at: later)
                try other.repository.setReadPosition(position, of: logIn.user.id)
                // The two optional writes give up after a tenth of a second each. Other writes wait
                // much longer.
                let limit = Duration.seconds(SQLiteRepository.busyTimeout / 2)
                #expect(ContinuousClock.now - start < limit)
                let posts = try other.repository.read { try $0.posts([post.id], for: nil) }
                #expect(posts == [post])
            }
        #expect(try world.repository.session(session)?.lastUsedAt != later)
        #expect(try world.repository.readPosition(of: logIn.user.id) == ReadPosition())
        try world.repository.touch(session, at: later)
        try world.repository.setReadPosition(position, of: logIn.user.id)
        #expect(try world.repository.session(session)?.lastUsedAt == later)
        #expect(try world.repository.readPosition(of: logIn.user.id) == position)
    }

    /// Checks that requests do not wait for the lock one after another.
    @Test func afterASkippedWriteOptionalWritesPauseForASecond() async throws {
        let world = try TestWorld(.sqliteFile)
        let logIn = try await world.signUp("leia")
        func lastUse() throws -> Date? {
            try world.repository.session(logIn.token.sessionID)?.lastUsedAt
        }
        let start = try lastUse()
        world.clock.advance(by: 60)
        let raw = try RawStore(try #require(world.file))
        try raw.execute("BEGIN IMMEDIATE")
        _ = try await world.user(for: logIn.token)
        try raw.execute("COMMIT")
        _ = try await world.user(for: logIn.token)
        #expect(try lastUse() == start)
        world.clock.advance(by: 1)
        _ = try await world.user(for: logIn.token)
        #expect(try lastUse() == world.clock.now)
    }

    /// Checks that a failed login waits for the lock in the executor for writes, so that it does
    /// not delay the verification of other passwords.
    @Test(.timeLimit(.minutes(20)))
    func aWrongPasswordDelaysNoOtherHash() async throws {
        let world = try TestWorld(.sqliteFile)
        try await world.signUp("leia")
        let owner = world.ownerHashingAlone(width: 1)
        let raw = try RawStore(try #require(world.file))
        try raw.execute("BEGIN IMMEDIATE")
        let login = Task {
            try await owner.guest.logIn(
                email: "leia@example.org",
                password: Password("not the password"),
                label: ""
            )
        }
        try await wait { owner.engine.writes.lane.idleCount == 0 }
        try await owner.engine.hashes.run {}
        try raw.execute("COMMIT")
        await #expect(throws: TimelineError.wrongPassword) { try await login.value }
        let email = try EmailAddress("leia@example.org")
        #expect(try world.repository.failures(for: email).count == 1)
    }

    @Test func aClosedStoreIsOneFile() throws {
        let file = try TemporaryFolder.makeFile()
        let repository = try SQLiteRepository(file: file)
        var make = RecordMaker()
        try repository.apply([make.user(.leia, "leia")])
        try repository.close()
        let folder = file.deletingLastPathComponent()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path)
                == [file.lastPathComponent]
        )
        let error = #expect(throws: TimelineError.self) { try repository.apply(.empty) }
        #expect(error?.code == "storage-failed")
        let again = try Storage.open(file)
        #expect(try again.read { try $0.user(withUsername: "leia")?.username } == "leia")
    }
}
