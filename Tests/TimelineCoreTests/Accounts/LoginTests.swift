import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Logging in and out")
struct LoginTests {
    private static let wrong = Password("not the password")

    @Test(arguments: Storage.allCases)
    func theTokenOpensTheSessionUntilLoggedOut(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let signUp = try await world.signUp("leia")
        let logIn = try await world.guest.logIn(
            email: " LEIA@example.org ",
            password: TestWorld.password,
            label: "there"
        )
        #expect(logIn.user == signUp.user)
        #expect(logIn.token != signUp.token)
        let copy = try #require(Session.Token(logIn.token.text))
        #expect(try await world.user(for: copy) == signUp.user)
        try await logIn.session.logOut()
        try await logIn.session.logOut()
        await #expect(throws: TimelineError.notLoggedIn) {
            try await world.user(for: logIn.token)
        }
        #expect(try await world.user(for: signUp.token) == signUp.user)
    }

    @Test(arguments: Storage.allCases)
    func aWrongPasswordAndAnUnknownEmailAreIndistinguishable(storage: Storage) async throws {
        let world = try TestWorld(storage)
        try await world.signUp("leia")
        let tooLong = Password(String(repeating: "x", count: 10_000))
        for name in ["leia", "nobody"] {
            for password in [Self.wrong, tooLong] {
                let before = world.hasher.calls
                await #expect(throws: TimelineError.wrongPassword) {
                    try await world.logIn(name, password)
                }
                // Each attempt computes exactly one hash, which takes nearly all of its time.
                let after = world.hasher.calls
                #expect(after.checks + after.hashes - before.checks - before.hashes == 1)
            }
        }
    }

    @Test(arguments: Storage.allCases)
    func composedAndDecomposedPasswordsAreEqual(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let form = TestWorld.form("leia", password: Password("caf\u{E9} au lait"))
        _ = try await world.guest.signUp(form, label: "")
        try await world.logIn("leia", Password("cafe\u{301} au lait"))
        await #expect(throws: TimelineError.wrongPassword) {
            try await world.logIn("leia", Password("cafe au lait"))
        }
    }

    @Test(arguments: Storage.allCases)
    func aWeakHashIsRenewedAtLogin(storage: Storage) async throws {
        let old = try TestWorld(storage)
        let leia = try await old.user("leia")
        let weak = try old.repository.account(of: leia)?.passwordHash
        let world = try old.with(hasher: PlainHasher(strength: 2))
        await #expect(throws: TimelineError.wrongPassword) {
            try await world.logIn("leia", Self.wrong)
        }
        #expect(try world.repository.account(of: leia)?.passwordHash == weak)
        try await world.logIn("leia")
        let strong = try world.repository.account(of: leia)?.passwordHash
        #expect(strong?.hasPrefix("$plain$2$") == true)
        let hashes = world.hasher.calls.hashes
        try await world.logIn("leia")
        #expect(world.hasher.calls.hashes == hashes)
    }

    @Test func aTokenIsParsedFromItsTextOnly() {
        #expect(Session.Token("") == nil)
        #expect(Session.Token("not base64!") == nil)
        #expect(Session.Token(Data(repeating: 1, count: 31).base64EncodedString()) == nil)
        #expect(Session.Token(Data(repeating: 1, count: 33).base64EncodedString()) == nil)
        #expect(Session.Token(Data(repeating: 1, count: 32).base64EncodedString()) != nil)
    }

    @Test func aPasswordIsNeverPrinted() {
        let password = Password("correct horse battery")
        #expect(!"\(password)\(String(reflecting: password))".contains("horse"))
        var dumped = ""
        dump(TestWorld.form("leia", password: password), to: &dumped)
        #expect(!dumped.contains("horse"))
    }
}
