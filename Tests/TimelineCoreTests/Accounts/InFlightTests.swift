import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

/// Tests of passwords that change while another call verifies them.
///
/// The time limit stops a test that hangs, and is long enough for a busy machine.
@Suite("A password that changes while it is verified", .timeLimit(.minutes(20)))
struct InFlightTests {
    private static let new = Password("another horse entirely")
    private static let third = Password("a third horse for the race")

    /// A store with one user and a hasher that the test can block.
    private struct Fixture {
        let held = HeldCall()
        let world: TestWorld
        let owner: StoreOwner
        let login: Login

        init(_ storage: Storage) async throws {
            world = try TestWorld(storage, hasher: held.hasher)
            owner = world.ownerHashingAlone()
            login = try await owner.guest.signUp(TestWorld.form("leia"), label: "first")
        }

        var leia: User.ID { login.user.id }

        func logIn(_ password: Password) async throws -> Login {
            try await owner.guest.logIn(
                email: "leia@example.org",
                password: password,
                label: "second"
            )
        }

        /// Starts `late`, blocks it while it verifies the password, runs `early`, and unblocks
        /// `late`.
        func run<Result: Sendable>(
            _ late: @escaping @Sendable () async throws -> Result,
            during early: () async throws -> Void
        ) async throws -> Result {
            held.arm()
            let task = Task { try await late() }
            try await held.untilHolding()
            // A failure must not leave the hashing thread blocked.
            defer { held.release() }
            try await early()
            held.release()
            return try await task.value
        }

        func changePassword() async throws {
            try await login.session.changePassword(from: TestWorld.password, to: InFlightTests.new)
        }
    }

    @Test(arguments: Storage.allCases)
    func aLoginGetsNoSession(storage: Storage) async throws {
        let fixture = try await Fixture(storage)
        await #expect(throws: TimelineError.wrongPassword) {
            try await fixture.run {
                try await fixture.logIn(TestWorld.password)
            } during: {
                try await fixture.changePassword()
            }
        }
        let sessions = try fixture.world.repository.sessions(of: fixture.leia)
        #expect(sessions.map(\.label) == ["first"])
    }

    @Test(arguments: Storage.allCases)
    func aLoginGetsNoSessionDuringAReset(storage: Storage) async throws {
        let fixture = try await Fixture(storage)
        await #expect(throws: TimelineError.wrongPassword) {
            try await fixture.run {
                try await fixture.logIn(TestWorld.password)
            } during: {
                try await fixture.owner.resetPassword(of: "leia", to: Self.new)
            }
        }
        #expect(try fixture.world.repository.sessions(of: fixture.leia).isEmpty)
    }

    @Test(arguments: Storage.allCases)
    func aLoginWithTheNewPasswordSucceeds(storage: Storage) async throws {
        let fixture = try await Fixture(storage)
        // The password was wrong when the login began, and it is verified only once.
        await #expect(throws: TimelineError.wrongPassword) {
            try await fixture.run {
                try await fixture.logIn(Self.new)
            } during: {
                try await fixture.changePassword()
            }
        }
        #expect(try await fixture.logIn(Self.new).user.id == fixture.leia)
    }

    @Test(arguments: Storage.allCases)
    func aLoginGetsNoSessionWhileTheAccountIsDeleted(storage: Storage) async throws {
        let fixture = try await Fixture(storage)
        await #expect(throws: TimelineError.wrongPassword) {
            try await fixture.run {
                try await fixture.logIn(TestWorld.password)
            } during: {
                try await fixture.login.session.deleteAccount(password: TestWorld.password)
            }
        }
        #expect(try fixture.world.repository.sessions(of: fixture.leia).isEmpty)
    }

    @Test(arguments: Storage.allCases)
    func aSecondChangeFromTheOldPasswordFails(storage: Storage) async throws {
        let fixture = try await Fixture(storage)
        await #expect(throws: TimelineError.wrongOwnPassword) {
            try await fixture.run {
                try await fixture.login.session
                    .changePassword(from: TestWorld.password, to: Self.third)
            } during: {
                try await fixture.changePassword()
            }
        }
        #expect(try await fixture.logIn(Self.new).user.id == fixture.leia)
    }

    @Test(arguments: Storage.allCases)
    func aChangeInASessionEndedByTheFirstChangeFails(storage: Storage) async throws {
        let fixture = try await Fixture(storage)
        let other = try await fixture.logIn(TestWorld.password)
        await #expect(throws: TimelineError.notLoggedIn) {
            try await fixture.run {
                try await other.session.changePassword(from: TestWorld.password, to: Self.third)
            } during: {
                try await fixture.changePassword()
            }
        }
        #expect(try await fixture.logIn(Self.new).user.id == fixture.leia)
    }

    @Test(arguments: Storage.allCases)
    func deletingTheAccountWithTheOldPasswordFails(storage: Storage) async throws {
        let fixture = try await Fixture(storage)
        let post = try await fixture.login.session.post([TestPhotos.file(seed: 1)])
        await #expect(throws: TimelineError.wrongOwnPassword) {
            try await fixture.run {
                try await fixture.login.session.deleteAccount(password: TestWorld.password)
            } during: {
                try await fixture.changePassword()
            }
        }
        #expect(try await fixture.owner.guest.post(post.id).author.id == fixture.leia)
        #expect(try fixture.world.blobs.all() == post.photos.map(\.blob))
        #expect(try await fixture.logIn(Self.new).user.id == fixture.leia)
    }

    @Test(arguments: Storage.allCases)
    func verifyingTheOldPasswordFails(storage: Storage) async throws {
        let fixture = try await Fixture(storage)
        await #expect(throws: TimelineError.wrongOwnPassword) {
            try await fixture.run {
                try await fixture.login.session.verify(TestWorld.password)
            } during: {
                try await fixture.changePassword()
            }
        }
    }

    @Test(arguments: Storage.allCases)
    func oneOfTwoClaimsSucceeds(storage: Storage) async throws {
        let fixture = try await Fixture(storage)
        let han = try await fixture.world.person("han")
        await #expect(throws: TimelineError.userHasAccount(han.description)) {
            try await fixture.run {
                try await fixture.owner.claim(
                    "han",
                    email: "thief@example.org",
                    password: Self.third
                )
            } during: {
                try await fixture.owner.claim("han", email: "han@example.org", password: Self.new)
            }
        }
        #expect(try fixture.world.repository.account(of: han)?.email.text == "han@example.org")
    }

    @Test(arguments: Storage.allCases)
    func twoLoginsThatRenewTheHashSucceed(storage: Storage) async throws {
        let old = try TestWorld(storage)
        let leia = try await old.user("leia")
        let held = HeldCall()
        let hasher = PlainHasher(strength: 2) { held.pass() }
        let world = try old.with(hasher: hasher)
        let owner = world.ownerHashingAlone()
        let form = TestWorld.form("leia")
        held.arm()
        let late = Task {
            try await owner.guest.logIn(email: form.email, password: form.password, label: "")
        }
        try await held.untilHolding()
        defer { held.release() }
        _ = try await owner.guest.logIn(email: form.email, password: form.password, label: "")
        held.release()
        _ = try await late.value
        #expect(try world.repository.sessions(of: leia).count == 3)
    }
}
