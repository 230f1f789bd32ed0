import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

/// Tests of simultaneous and cancelled logins.
///
/// The time limit stops a test that hangs, and is long enough for a busy machine.
@Suite("Simultaneous and cancelled logins", .timeLimit(.minutes(20)))
struct ManyLoginsTests {
    @Test(arguments: Storage.allCases)
    func twentyCorrectLoginsAtOnceSucceed(storage: Storage) async throws {
        let gate = Gate()
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let busy = try world.with(hasher: PlainHasher { gate.pass() })
        let owner = busy.ownerHashingAlone(width: 2, waiting: 20)
        try await withThrowingTaskGroup { group in
            for _ in 1...20 {
                group.addTask {
                    _ = try await owner.guest.logIn(
                        email: "leia@example.org",
                        password: TestWorld.password,
                        label: ""
                    )
                }
            }
            // All logins must be in progress before the first one is verified.
            try await wait { owner.engine.hashes.waitingCount == 18 }
            gate.open()
            try await group.waitForAll()
        }
        #expect(try world.repository.sessions(of: leia).count == 21)
        let email = try EmailAddress("leia@example.org")
        #expect(try world.repository.failures(for: email) == .none)
    }

    @Test(arguments: Storage.allCases)
    func aLoginCancelledBeforeItsTransactionCreatesNoSession(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let writes = try await BlockedLane(world.owner.engine.writes.lane)
        let login = Task { try await world.logIn("leia") }
        try await writes.untilWaiting()
        login.cancel()
        await #expect(throws: CancellationError.self) { try await login.value }
        writes.release()
        // Writes run in order, so this write runs after any write that the login may have queued.
        try await world.owner.engine.writes.run {}
        #expect(try world.repository.sessions(of: leia).count == 1)
    }

    @Test(arguments: Storage.allCases)
    func aLoginOfARemovedUserCreatesNoSession(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        // This bypasses the engine, which would also delete the account.
        try world.repository.remove(leia, at: world.clock.now)
        await #expect(throws: TimelineError.wrongPassword) { try await world.logIn("leia") }
        #expect(try world.repository.sessions(of: leia).count == 1)
    }
}
