import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Sessions")
struct SessionTests {
    private static let day = 24.0 * 60 * 60

    @Test(arguments: Storage.allCases)
    func sessionsAreListedByLastUseAndRevokedOneByOne(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let first = try await world.signUp("leia")
        let leia = first.user.id
        world.clock.advance(by: 60)
        let second = try await world.guest.logIn(
            email: "leia@example.org",
            password: TestWorld.password,
            label: "phone"
        )
        #expect(try await world.session(leia).sessions().map(\.label) == ["phone", "test"])
        world.clock.advance(by: 60)
        _ = try await world.user(for: first.token)
        let sessions = try await world.session(leia).sessions()
        #expect(sessions.map(\.label) == ["test", "phone"])
        #expect(sessions.first?.lastUsedAt == world.clock.now)
        #expect(sessions.first?.createdAt == TestEnvironment.start)

        let han = try await world.user("han")
        try await world.session(han).revoke(second.token.sessionID)
        #expect(try await world.user(for: second.token).id == leia)
        try await world.session(leia).revoke(second.token.sessionID)
        await #expect(throws: TimelineError.notLoggedIn) {
            try await world.user(for: second.token)
        }
        #expect(try await world.user(for: first.token).id == leia)
    }

    @Test(arguments: Storage.allCases)
    func allButOneAreRevoked(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let current = try await world.logIn("leia")
        let other = try await world.logIn("leia")
        let han = try await world.signUp("han")
        try await current.session.revokeOtherSessions()
        #expect(try await world.session(leia).sessions().map(\.id) == [current.token.sessionID])
        await #expect(throws: TimelineError.notLoggedIn) {
            try await world.user(for: other.token)
        }
        try await world.session(leia).revokeAllSessions()
        #expect(try await world.session(leia).sessions().isEmpty)
        #expect(try await world.user(for: han.token).username == "han")
    }

    @Test(arguments: Storage.allCases)
    func aSessionEndsAfterThirtyIdleDays(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let logIn = try await world.signUp("leia")
        let idle = try await world.logIn("leia")
        for _ in 1...3 {
            world.clock.advance(by: 20 * Self.day)
            #expect(try await world.user(for: logIn.token) == logIn.user)
        }
        await #expect(throws: TimelineError.notLoggedIn) {
            try await world.user(for: idle.token)
        }
        world.clock.advance(by: 30 * Self.day)
        #expect(try await world.user(for: logIn.token) == logIn.user)
        world.clock.advance(by: 30 * Self.day + 1)
        #expect(try await world.session(logIn.user.id).sessions().isEmpty)
        await #expect(throws: TimelineError.notLoggedIn) {
            try await world.user(for: logIn.token)
        }
    }

    @Test(arguments: Storage.allCases)
    func theLastUseIsStoredToTheMinute(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let logIn = try await world.signUp("leia")
        let start = world.clock.now
        world.clock.advance(by: 59)
        _ = try await world.user(for: logIn.token)
        #expect(try world.repository.session(logIn.token.sessionID)?.lastUsedAt == start)
        world.clock.advance(by: 1)
        _ = try await world.user(for: logIn.token)
        let session = try #require(try world.repository.session(logIn.token.sessionID))
        #expect(session.lastUsedAt == world.clock.now)
    }

    @Test(arguments: Storage.allCases)
    func expiredSessionsAreDeletedAtAnyLogin(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.signUp("leia")
        try await world.signUp("han")
        world.clock.advance(by: 30 * Self.day)
        try await world.logIn("han")
        #expect(try world.repository.session(leia.token.sessionID) != nil)
        world.clock.advance(by: 0.001)
        try await world.logIn("han")
        #expect(try world.repository.session(leia.token.sessionID) == nil)
    }

    @Test(arguments: Storage.allCases)
    func aSessionFromTheFutureExpiresAfterALogin(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let ahead = try await Self.logInTenYearsAhead(in: world)
        try await world.logIn("leia")
        world.clock.advance(by: 30 * Self.day + 1)
        await #expect(throws: TimelineError.notLoggedIn) { try await ahead.session.user() }
    }

    @Test(arguments: Storage.allCases)
    func aSessionFromTheFutureExpiresAfterTheUseOfAnother(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let ahead = try await Self.logInTenYearsAhead(in: world)
        let han = try await world.signUp("han")
        world.clock.advance(by: 60)
        _ = try await world.user(for: han.token)
        world.clock.advance(by: 30 * Self.day + 1)
        await #expect(throws: TimelineError.notLoggedIn) { try await ahead.session.user() }
    }

    @Test(arguments: Storage.allCases)
    func aRequestWhileTheClockIsBehindEndsNoOtherSession(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han) = (try await world.signUp("leia"), try await world.signUp("han"))
        world.clock.advance(by: -31 * Self.day)
        _ = try await world.user(for: han.token)
        world.clock.advance(by: 31 * Self.day)
        #expect(try await world.user(for: leia.token) == leia.user)
    }

    @Test(arguments: Storage.allCases)
    func aLoginWhileTheClockIsBehindEndsNoOtherSession(storage: Storage) async throws {
        let world = try TestWorld(storage)
        try await world.signUp("han")
        world.clock.advance(by: 31 * Self.day)
        let leia = try await world.signUp("leia")
        world.clock.advance(by: -31 * Self.day)
        let han = try await world.logIn("han")
        world.clock.advance(by: 60)
        _ = try await world.user(for: han.token)
        world.clock.advance(by: 31 * Self.day)
        #expect(try await world.user(for: leia.token) == leia.user)
    }

    /// Checks that a session from the future expires even if its user wrote something there.
    ///
    /// The stamps of the user are the reason why a login alone does not change the session.
    @Test(arguments: Storage.allCases)
    func aSessionFromTheFutureExpiresAfterARepair(storage: Storage) async throws {
        let world = try TestWorld(storage)
        try await world.signUp("leia")
        try await world.signUp("luke")
        world.clock.advance(by: 3650 * Self.day)
        let ahead = try await world.logIn("luke")
        try await ahead.session.updateProfile(ProfileUpdate(bio: .set("from the future")))
        world.clock.advance(by: -3650 * Self.day)
        _ = try await ahead.session.repairClock(password: TestWorld.password) { _, _ in }
        try await world.logIn("leia")
        world.clock.advance(by: 30 * Self.day + 1)
        await #expect(throws: TimelineError.notLoggedIn) { try await ahead.session.user() }
    }

    private static func logInTenYearsAhead(in world: TestWorld) async throws -> Login {
        try await world.signUp("leia")
        try await world.signUp("luke")
        world.clock.advance(by: 3650 * day)
        // The stamps of the store stay in the present, because a login writes no change.
        let login = try await world.logIn("luke")
        world.clock.advance(by: -3650 * day)
        return login
    }
}
