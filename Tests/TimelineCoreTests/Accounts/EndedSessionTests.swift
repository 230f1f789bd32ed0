import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

/// Tests of calls and observations with a session that has ended.
///
/// The time limit stops a test that hangs, and is long enough for a busy machine.
@Suite("Sessions that have ended", .timeLimit(.minutes(20)))
struct EndedSessionTests {
    /// The ways to end a session.
    enum Ending: String, CaseIterable {
        case logout, revocation, passwordChange, reset, expiry
        case accountDeleted, userRemoved, userMissing
    }

    private static let day = 24.0 * 60 * 60
    private static let new = Password("another horse entirely")

    /// Ends leia's second session in the given way.
    private static func end(
        _ session: UserSession,
        by ending: Ending,
        in world: TestWorld
    ) async throws {
        let leia = session.userID
        switch ending {
        case .logout: try await session.logOut()
        case .revocation: try await world.session(leia).revoke(try #require(session.id))
        case .passwordChange:
            let other = try await world.logIn("leia")
            try await other.session.changePassword(from: TestWorld.password, to: new)
        case .reset: try await world.owner.resetPassword(of: "leia", to: new)
        case .expiry: world.clock.advance(by: 30 * day + 1)
        case .accountDeleted:
            try await world.logIn("leia").session.deleteAccount(password: TestWorld.password)
        case .userRemoved:
            var make = RecordMaker(at: world.clock.now)
            try await world.owner.add([make.accountDeleted(leia)])
        case .userMissing:
            // This bypasses the engine, which would also delete the account and its sessions.
            try world.repository.remove(leia, at: world.clock.now)
        }
    }

    /// Returns closures for all methods of a session.
    private static func calls(
        of session: UserSession,
        _ post: PostView,
        by han: User.ID
    ) -> [(name: String, call: () async throws -> Void)] {
        let photo = TestPhotos.file(seed: 9)
        let password = TestWorld.password
        return [
            ("user", { _ = try await session.user() }),
            ("profile", { _ = try await session.profile() }),
            ("profile of another", { _ = try await session.profile(of: han) }),
            ("users", { _ = try await session.users() }),
            ("named user", { _ = try await session.user(withUsername: "han") }),
            ("timeline", { _ = try await session.timeline() }),
            ("page", { _ = try await session.page(of: .everyone) }),
            ("post", { _ = try await session.post(post.id) }),
            ("post page", { _ = try await session.postPage(post.id) }),
            ("comments", { _ = try await session.comments(on: post.id) }),
            ("likers", { _ = try await session.likers(of: post.id) }),
            ("search", { _ = try await session.search("han") }),
            ("photo", { _ = try await session.data(of: post.photos[0]) }),
            ("new posts", { _ = try await session.newPosts() }),
            ("resumed page", { _ = try await session.resumedPage() }),
            ("read position", { _ = try await session.readPosition() }),
            ("email", { _ = try await session.email() }),
            ("sessions", { _ = try await session.sessions() }),
            ("posting", { _ = try await session.post([photo], caption: "late") }),
            ("editing", { try await session.edit(post.id, caption: "late") }),
            ("deleting", { try await session.delete(post.id) }),
            ("commenting", { _ = try await session.comment(on: post.id, "late") }),
            ("liking", { _ = try await session.like(post.id) }),
            ("unliking", { _ = try await session.unlike(post.id) }),
            ("following", { _ = try await session.follow(han) }),
            ("unfollowing", { _ = try await session.unfollow(han) }),
            (
                "updating the profile",
                { try await session.updateProfile(ProfileUpdate(bio: .set("late")), avatar: photo) }
            ),
            (
                "marking a page",
                { try await session.markShown(TimelinePage([post], next: nil)) }
            ),
            ("verifying", { try await session.verify(password) }),
            ("changing", { try await session.changePassword(from: password, to: new) }),
            ("deleting the account", { try await session.deleteAccount(password: password) }),
            ("revoking", { if let id = session.id { try await session.revoke(id) } }),
            ("revoking others", { try await session.revokeOtherSessions() }),
            ("revoking all", { try await session.revokeAllSessions() }),
        ]
    }

    @Test(arguments: Storage.allCases, Ending.allCases)
    func everyCallThrowsAndChangesNothing(storage: Storage, ending: Ending) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let han = try await world.user("han")
        let post = try await world.post(by: han)
        let ended = try await world.logIn("leia")
        try await Self.end(ended.session, by: ending, in: world)
        let (epoch, blobs) = (try world.repository.epoch(), try world.blobs.all())
        let account = try world.repository.account(of: leia)
        let calls = world.hasher.calls
        for (name, call) in Self.calls(of: ended.session, post, by: han) {
            await #expect(throws: TimelineError.notLoggedIn, "\(name)") { try await call() }
        }
        await #expect(throws: TimelineError.notLoggedIn) {
            try await world.guest.session(for: ended.token)
        }
        #expect(try world.repository.epoch() == epoch)
        #expect(try world.blobs.all() == blobs)
        #expect(try world.repository.account(of: leia) == account)
        #expect(world.hasher.calls == calls)
    }

    @Test(arguments: Storage.allCases)
    func aQueuedCallDoesNothingAfterItsSessionEnded(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let han = try await world.user("han")
        let post = try await world.post(by: han)
        let engine = world.owner.engine
        let photo = TestPhotos.file(seed: 9)
        let cases: [(WorkQueue, @Sendable (UserSession) async throws -> Void)] = [
            (engine.writes, { _ = try await $0.like(post.id) }),
            (engine.writes, { try await $0.revokeAllSessions() }),
            (engine.pictures, { _ = try await $0.post([photo], caption: "late") }),
            (engine.reads, { _ = try await $0.timeline() }),
            (engine.reads, { _ = try await $0.email() }),
            (engine.reads, { _ = try await $0.data(of: post.photos[0]) }),
        ]
        let leia = try await world.user("leia")
        for (queue, call) in cases {
            let login = try await world.logIn("leia")
            let lane = try await BlockedLane(queue.lane)
            let late = Task { try await call(login.session) }
            try await lane.untilWaiting()
            try world.repository.writeAccounts { try $0.deleteSession(login.token.sessionID) }
            lane.release()
            await #expect(throws: TimelineError.notLoggedIn) { try await late.value }
        }
        #expect(try await world.guest.post(post.id).likeCount == 0)
        #expect(try world.blobs.all() == post.photos.map(\.blob))
        // Only the session created by the sign-up remains.
        #expect(try world.repository.sessions(of: leia).count == 1)
    }

    @Test(arguments: Storage.allCases, Ending.allCases)
    func anObservationEnds(storage: Storage, ending: Ending) async throws {
        let world = try TestWorld(storage)
        let han = try await world.user("han")
        try await world.signUp("leia")
        let login = try await world.logIn("leia")
        var pages = login.session.observe(.everyone).makeAsyncIterator()
        #expect(try await pages.next()?.posts.isEmpty == true)
        try await Self.end(login.session, by: ending, in: world)
        try await world.post(by: han, "for others")
        await #expect(throws: TimelineError.notLoggedIn) { try await pages.next() }
    }

    @Test(arguments: Storage.allCases)
    func theOwnerCannotActForARemovedUser(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let han = try await world.user("han")
        let post = try await world.post(by: han)
        let leia = try await world.user("leia")
        try await world.session(leia).deleteAccount(password: TestWorld.password)
        let session = world.owner.acting(as: leia)
        let refusal = TimelineError.userNotFound(leia.description)
        // A session without a record cannot revoke itself.
        for (name, call) in Self.calls(of: session, post, by: han)
        where name != "revoking" {
            await #expect(throws: refusal, "\(name)") { try await call() }
        }
        #expect(try await world.guest.post(post.id) == post)
    }
}
