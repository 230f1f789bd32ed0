import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Changing the password, deleting the account")
struct PasswordChangeTests {
    private static let new = Password("another horse entirely")

    @Test(arguments: Storage.allCases)
    func aNewPasswordEndsTheOtherSessions(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let kept = try await world.signUp("leia")
        let other = try await world.logIn("leia")
        try await world.engine.changePassword(
            from: TestWorld.password,
            to: Self.new,
            of: kept.user.id,
            keeping: kept.token.sessionID
        )
        #expect(try await world.engine.user(for: kept.token) == kept.user)
        await #expect(throws: TimelineError.notLoggedIn) {
            try await world.engine.user(for: other.token)
        }
        await #expect(throws: TimelineError.wrongPassword) { try await world.logIn("leia") }
        try await world.logIn("leia", Self.new)
    }

    @Test(arguments: Storage.allCases)
    func itNeedsTheOldOneAndAGoodNewOne(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let logIn = try await world.signUp("leia")
        let cases: [(Password, Password, TimelineError)] = [
            (Self.new, Self.new, .wrongPassword),
            (TestWorld.password, Password("password"), .passwordRefused(.common)),
            (TestWorld.password, Password("leialeia"), .passwordRefused(.guessable)),
        ]
        for (old, new, error) in cases {
            await #expect(throws: error) {
                try await world.engine.changePassword(from: old, to: new, of: logIn.user.id)
            }
        }
        #expect(try await world.engine.user(for: logIn.token) == logIn.user)
        try await world.logIn("leia")
    }

    @Test(arguments: Storage.allCases)
    func oneWithoutAnAccountIsNotLoggedIn(storage: Storage) async throws {
        let world = try TestWorld(storage)
        var make = ChangeMaker()
        try world.repository.apply([try make.user(.leia, "leia")])
        await #expect(throws: TimelineError.notLoggedIn) {
            try await world.engine.changePassword(from: Self.new, to: Self.new, of: .leia)
        }
        await #expect(throws: TimelineError.notLoggedIn) {
            try await world.engine.deleteAccount(of: .leia, password: Self.new)
        }
    }

    @Test(arguments: Storage.allCases)
    func deletingTheAccountRemovesEverything(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let logIn = try await world.logIn("leia")
        try await world.post(by: leia, seed: 1)
        try await world.post(by: leia, seed: 2)
        let hans = try await world.post(by: han, seed: 2)
        try await world.engine.updateProfile(
            ProfileUpdate(),
            avatar: TestPhotos.file(seed: 3),
            of: leia
        )
        try await world.engine.follow(han, by: leia)
        try await world.engine.follow(leia, by: han)
        try await world.engine.like(hans.id, by: leia)
        _ = try await world.engine.comment(on: hans.id, "bye", by: leia)

        await #expect(throws: TimelineError.wrongPassword) {
            try await world.engine.deleteAccount(of: leia, password: Self.new)
        }
        try await world.engine.deleteAccount(of: leia, password: TestWorld.password)

        await #expect(throws: TimelineError.notLoggedIn) {
            try await world.engine.user(for: logIn.token)
        }
        await #expect(throws: TimelineError.wrongPassword) { try await world.logIn("leia") }
        #expect(try world.blobs.all() == [TestPhotos.photo(seed: 2).blob])
        let rest = try await world.engine.post(hans.id, for: nil)
        #expect(rest.likeCount == 0)
        #expect(rest.commentCount == 0)
        #expect(try await world.engine.profile(of: han, for: han).followerCount == 0)
        #expect(try world.audit().isEmpty)
        #expect(try await world.engine.users().map(\.username) == ["han", "luke"])

        // Name and e-mail are free again, for another user.
        #expect(try await world.user("leia") != leia)
    }
}
