import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Resetting a forgotten password")
struct PasswordResetTests {
    private static let new = Password("another horse entirely")

    @Test(arguments: Storage.allCases)
    func theNextLoginReportsItOnce(storage: Storage) async throws {
        let world = try TestWorld(storage)
        #expect(try await world.signUp("leia").passwordResetAt == nil)
        #expect(try await world.logIn("leia").passwordResetAt == nil)
        try await world.owner.resetPassword(of: "@Leia", to: Self.new)
        let date = world.clock.now
        world.clock.advance(by: 60)
        await #expect(throws: TimelineError.wrongPassword) { try await world.logIn("leia") }
        #expect(try await world.logIn("leia", Self.new).passwordResetAt == date)
        #expect(try await world.logIn("leia", Self.new).passwordResetAt == nil)
    }

    @Test(arguments: Storage.allCases)
    func itIsReportedWhenTheHashIsRenewedAsWell(storage: Storage) async throws {
        let old = try TestWorld(storage)
        try await old.signUp("leia")
        try await old.owner.resetPassword(of: "leia", to: Self.new)
        let world = try old.with(hasher: PlainHasher(strength: 2))
        #expect(try await world.logIn("leia", Self.new).passwordResetAt == world.clock.now)
        #expect(try await world.logIn("leia", Self.new).passwordResetAt == nil)
    }

    @Test(arguments: Storage.allCases)
    func itEndsAllSessionsOfThisUser(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        try await world.logIn("leia")
        let han = try await world.signUp("han")
        try await world.owner.resetPassword(of: "leia", to: Self.new)
        #expect(try world.repository.sessions(of: leia).isEmpty)
        #expect(try await world.user(for: han.token) == han.user)
    }

    @Test(arguments: Storage.allCases)
    func itClearsTheFailures(storage: Storage) async throws {
        let world = try TestWorld(storage)
        try await world.signUp("leia")
        for _ in 1...10 {
            await #expect(throws: TimelineError.wrongPassword) {
                try await world.logIn("leia", Self.new)
            }
        }
        try await world.owner.resetPassword(of: "leia", to: Self.new)
        try await world.logIn("leia", Self.new)
    }

    @Test(arguments: Storage.allCases)
    func itNeedsAnAccountAndAGoodPassword(storage: Storage) async throws {
        let world = try TestWorld(storage)
        try await world.signUp("leia")
        var make = RecordMaker()
        try await world.owner.add([make.user(.han, "han")].certified)
        let cases: [(String, Password, TimelineError)] = [
            ("nobody", Self.new, .userNotFound("nobody")),
            ("han", Self.new, .userHasNoAccount("han")),
            ("leia", Password("leialeia"), .passwordRefused(.guessable)),
        ]
        for (name, password, error) in cases {
            await #expect(throws: error) {
                try await world.owner.resetPassword(of: name, to: password)
            }
        }
        try await world.logIn("leia")
    }
}
