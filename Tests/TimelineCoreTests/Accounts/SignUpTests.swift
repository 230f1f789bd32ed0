import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Signing up")
struct SignUpTests {
    @Test(arguments: Storage.allCases)
    func signingUpLogsIn(storage: Storage) async throws {
        let world = try TestWorld(storage)
        var form = TestWorld.form("Leia")
        form.displayName = "Leia Organa"
        form.bio = "princess"
        form.url = "https://example.org"
        let logIn = try await world.guest.signUp(form, label: "here")
        #expect(logIn.user.username == "leia")
        #expect(logIn.user.displayName == "Leia Organa")
        #expect(logIn.user.bio == "princess")
        #expect(logIn.user.url == "https://example.org")
        #expect(try await world.user(for: logIn.token) == logIn.user)
        #expect(try await world.guest.user(withUsername: "@LEIA") == logIn.user)
        #expect(try await world.session(logIn.user.id).email()?.text == "leia@example.org")
    }

    @Test(arguments: Storage.allCases)
    func aTakenUsernameOrEmailIsRejectedAndNothingIsStored(storage: Storage) async throws {
        let world = try TestWorld(storage)
        try await world.signUp("leia")
        var form = TestWorld.form("LEIA")
        form.email = "other@example.org"
        await #expect(throws: TimelineError.usernameTaken("leia")) {
            try await world.guest.signUp(form, label: "")
        }
        #expect(try world.repository.account(email: try EmailAddress("other@example.org")) == nil)
        form = TestWorld.form("han")
        form.email = "Leia@Example.org"
        await #expect(throws: TimelineError.emailTaken) {
            try await world.guest.signUp(form, label: "")
        }
        #expect(try await world.guest.users().map(\.username) == ["leia"])
    }

    @Test(arguments: Storage.allCases)
    func anInvalidValueStoresNothing(storage: Storage) async throws {
        let world = try TestWorld(storage)
        var badURL = TestWorld.form("leia")
        badURL.url = "ftp://example.org"
        var badEmail = TestWorld.form("leia")
        badEmail.email = "leia"
        let cases: [(SignUp, TimelineError)] = [
            (badURL, .invalidURL("ftp://example.org")), (badEmail, .invalidEmail("leia")),
            (TestWorld.form("le ia"), .invalidUsername("le ia")),
            (
                TestWorld.form("leia", password: Password("short")),
                .passwordRefused(.tooShort(minimum: 8, advised: 15))
            ),
        ]
        for (form, error) in cases {
            await #expect(throws: error) { try await world.guest.signUp(form, label: "") }
        }
        #expect(try await world.guest.users().isEmpty)
        #expect(try world.repository.account(email: try EmailAddress("leia@example.org")) == nil)
    }

    @Test(arguments: Storage.allCases)
    func anImportedUserClaimsAnAccount(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.person("leia")
        _ = try await world.post(by: leia, "imported")
        #expect(try await !world.owner.hasAccount(leia))
        try await Self.claim("leia", "leia@example.org", in: world)
        #expect(try await world.owner.hasAccount(leia))
        let login = try await world.logIn("leia")
        #expect(login.user.username == "leia" && login.user.id == leia)
        #expect(try await login.session.timeline().posts.map(\.caption) == ["imported"])

        await #expect(throws: TimelineError.userHasAccount("leia")) {
            try await Self.claim("leia", "thief@example.org", in: world)
        }
        await #expect(throws: TimelineError.userNotFound("nobody")) {
            try await Self.claim("nobody", "nobody@example.org", in: world)
        }
    }

    private static func claim(_ name: String, _ email: String, in world: TestWorld) async throws {
        try await world.owner.claim(name, email: email, password: TestWorld.password)
    }
}
