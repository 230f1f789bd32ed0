import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

/// Tests of observations of feeds and posts.
///
/// The time limit stops a test that hangs, and is long enough for a busy machine.
@Suite("Observing a feed or a post", .timeLimit(.minutes(20)))
struct ObservationTests {
    @Test(arguments: Storage.allCases)
    func itYieldsAtOnceAndAfterEachChangeOfTheAnswer(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        var pages = world.session(leia).observe(.home).makeAsyncIterator()
        #expect(try await pages.next()?.posts.isEmpty == true)
        let post = try await world.post(by: leia, "first")
        #expect(try await pages.next()?.posts.map(\.caption) == ["first"])
        // han's post does not change the page, so the next page is the one with the like.
        try await world.post(by: han, "not followed")
        try await world.session(han).like(post.id)
        #expect(try await pages.next()?.posts.map(\.likeCount) == [1])
    }

    /// Checks that late posts are yielded, even if they are older than the posts on the newest
    /// page.
    @Test(arguments: Storage.allCases)
    func itYieldsThePostsThatArrive(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        var make = RecordMaker()
        func late(_ caption: String, age: Double = 100) async throws {
            let post = try make.post(leia, caption, at: world.clock.now.addingTimeInterval(-age))
            try await world.owner.add([post])
        }
        for number in 1...3 { try await world.post(by: leia, "\(number)") }
        for feed in [Feed.home, .user(leia), .everyone] {
            var pages = world.session(leia).observeNewPosts(in: feed, limit: 2).makeAsyncIterator()
            func next() async throws -> [String]? {
                try await pages.next()?.posts.map(\.caption)
            }
            let first = try await next()
            #expect(first?.count == 2)
            try await late("late")
            #expect(try await next() == ["late"])
            // The observation does not yield likes, or posts that were already old when they
            // arrived.
            let post = try #require(try await world.session(leia).timeline().posts.first)
            try await world.session(han).like(post.id)
            try await late("old", age: ValidatedBatch.newsAge + 60)
            try await world.post(by: leia, "newest")
            #expect(try await next() == ["newest"])
            world.clock.advance(by: 60)
        }
    }

    @Test(arguments: Storage.allCases)
    func itSeesTheCommitOfAnotherProcess(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let other = try world.openedAgain()
        let leia = try await world.user("leia")
        let post = try await world.post(by: leia)
        var pages = world.session(leia).observe(post.id).makeAsyncIterator()
        #expect(try await pages.next()?.comments.isEmpty == true)
        for number in 1...3 {
            _ = try await other.session(leia).comment(on: post.id, "comment \(number)")
            let page = try await pages.next()
            #expect(page?.comments.last?.text == "comment \(number)")
            #expect(page?.post.commentCount == number)
        }
    }

    @Test(arguments: Storage.allCases)
    func itYieldsNothingUntilTheAnswerChanges(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let (leia, han, _) = try await world.threeUsers()
        let observation = world.session(leia).observe(.home)
        let second = Task {
            var pages = observation.makeAsyncIterator()
            _ = try await pages.next()
            return try await pages.next()?.posts.map(\.caption)
        }
        // The observer has polled several times before a post changes its page.
        for _ in 1...3 {
            let start = world.clock.now
            try await wait { world.clock.now >= start + 2 }
            try await world.post(by: han, "not followed")
        }
        try await world.post(by: leia, "at last")
        #expect(try await second.value == ["at last"])
    }

    @Test(arguments: Storage.allCases)
    func itEndsWithItsSessionWithoutAnyCommit(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let login = try await world.signUp("leia")
        let observation = login.session.observe(.home)
        let observer = Task {
            for try await page in observation { #expect(page.posts.isEmpty) }
        }
        try await wait { world.repository.lanes.watch.waitingCount > 0 }
        try await login.session.logOut()
        // The observation must end within a minute of the test's clock.
        let limit = world.clock.now.addingTimeInterval(60)
        let watchdog = Task {
            while !Task.isCancelled && world.clock.now < limit { await Task.yield() }
            observer.cancel()
        }
        await #expect(throws: TimelineError.notLoggedIn) { try await observer.value }
        watchdog.cancel()
    }

    @Test(arguments: Storage.allCases)
    func itShowsNothingNewAfterItsSessionEnded(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let login = try await world.signUp("leia")
        var pages = login.session.observe(.home).makeAsyncIterator()
        #expect(try await pages.next()?.posts.isEmpty == true)
        try await world.session(login.user.id).revokeAllSessions()
        try await world.post(by: login.user.id)
        await #expect(throws: TimelineError.notLoggedIn) { try await pages.next() }
    }

    @Test(arguments: Storage.allCases)
    func itEndsWhenThePostIsDeleted(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let post = try await world.post(by: leia)
        var pages = world.session(leia).observe(post.id).makeAsyncIterator()
        #expect(try await pages.next()?.post.id == post.id)
        try await world.session(leia).delete(post.id)
        for _ in 1...2 { #expect(try await pages.next() == nil) }
        var none = world.session(leia).observe(post.id).makeAsyncIterator()
        #expect(try await none.next() == nil)
    }

    @Test(arguments: Storage.allCases)
    func itEndsWhenItsTaskIsCancelled(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let observation = world.guest.observe(.everyone)
        let task = Task {
            for try await _ in observation {}
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(arguments: Storage.allCases)
    func itThrowsTheErrorOfARead(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let nobody = User.ID(number: 77)
        var pages = world.session(nobody).observe(.home).makeAsyncIterator()
        await #expect(throws: TimelineError.userNotFound(nobody.description)) {
            try await pages.next()
        }
    }
}
