import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Changing the password, deleting the account")
struct PasswordChangeTests {
    private static let new = Password("another horse entirely")

    @Test(arguments: Storage.allCases)
    func aNewPasswordEndsTheOtherSessions(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let current = try await world.signUp("leia")
        let other = try await world.logIn("leia")
        try await current.session.changePassword(from: TestWorld.password, to: Self.new)
        #expect(try await world.user(for: current.token) == current.user)
        await #expect(throws: TimelineError.notLoggedIn) {
            try await world.user(for: other.token)
        }
        await #expect(throws: TimelineError.wrongPassword) { try await world.logIn("leia") }
        try await world.logIn("leia", Self.new)
    }

    @Test(arguments: Storage.allCases)
    func itNeedsTheOldPasswordAndAValidNewOne(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let logIn = try await world.signUp("leia")
        let cases: [(Password, Password, TimelineError)] = [
            (Self.new, Self.new, .wrongOwnPassword),
            (TestWorld.password, Password("password"), .passwordRefused(.common)),
            (TestWorld.password, Password("leialeia"), .passwordRefused(.guessable)),
        ]
        for (old, new, error) in cases {
            await #expect(throws: error) {
                try await world.session(logIn.user.id).changePassword(from: old, to: new)
            }
        }
        #expect(try await world.user(for: logIn.token) == logIn.user)
        try await world.logIn("leia")
    }

    @Test(arguments: Storage.allCases)
    func aUserWithoutAnAccountIsNotLoggedIn(storage: Storage) async throws {
        let world = try TestWorld(storage)
        var make = RecordMaker()
        try world.repository.apply([make.user(.leia, "leia")])
        await #expect(throws: TimelineError.notLoggedIn) {
            try await world.session(.leia).changePassword(from: Self.new, to: Self.new)
        }
        await #expect(throws: TimelineError.notLoggedIn) {
            try await world.session(.leia).deleteAccount(password: Self.new)
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
        try await world.session(leia)
            .updateProfile(
                ProfileUpdate(),
                avatar: TestPhotos.file(seed: 3)
            )
        try await world.session(leia).follow(han)
        try await world.session(han).follow(leia)
        try await world.session(leia).like(hans.id)
        _ = try await world.session(leia).comment(on: hans.id, "bye")

        await #expect(throws: TimelineError.wrongOwnPassword) {
            try await world.session(leia).deleteAccount(password: Self.new)
        }
        try await world.session(leia).deleteAccount(password: TestWorld.password)

        await #expect(throws: TimelineError.notLoggedIn) {
            try await world.user(for: logIn.token)
        }
        await #expect(throws: TimelineError.wrongPassword) { try await world.logIn("leia") }
        #expect(try world.blobs.all() == [TestPhotos.photo(seed: 2).blob])
        let rest = try await world.guest.post(hans.id)
        #expect(rest.likeCount == 0)
        #expect(rest.commentCount == 0)
        #expect(try await world.session(han).profile(of: han).followerCount == 0)
        #expect(try world.audit().isEmpty)
        #expect(try await world.guest.users().map(\.username) == ["han", "luke"])

        // Another user can now use the username and the email.
        #expect(try await world.user("leia") != leia)
    }
}
