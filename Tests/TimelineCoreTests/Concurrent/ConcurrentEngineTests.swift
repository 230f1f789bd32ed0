import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Concurrent work through engines")
struct ConcurrentEngineTests {
    private static let tasks = 12

    /// Makes all users post, follow, like, comment and read concurrently.
    private static func rush(
        _ users: [User.ID],
        through worlds: [TestWorld]
    ) async throws
        -> [Post.ID]
    {
        try await withThrowingTaskGroup(of: [Post.ID].self) { group in
            for (number, user) in users.enumerated() {
                let world = worlds[number % worlds.count]
                group.addTask {
                    var posts: [Post.ID] = []
                    for round in 0..<3 {
                        let photo = TestPhotos.file(seed: number * 10 + round)
                        let post = try await world.session(user).post([photo], caption: "\(round)")
                            .id
                        posts.append(post)
                        let next = users[(number + round + 1) % users.count]
                        try await world.session(user).follow(next)
                        for _ in 1...2 { try await world.session(user).like(post) }
                        _ = try await world.session(user).comment(on: post, "\(round)")
                        let page = try await world.session(user).timeline(limit: 50)
                        let ids = page.posts.map(\.id)
                        #expect(ids == Set(ids).sorted(by: >))
                        #expect(ids.contains(post))
                    }
                    return posts
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    private static func expectEverything(
        of users: [User.ID],
        _ posts: [Post.ID],
        in world: TestWorld
    ) async throws {
        #expect(posts.count == users.count * 3)
        #expect(Set(posts).count == posts.count)
        let all = try await world.guest.page(of: .everyone, limit: 500).posts
        #expect(all.map(\.id) == posts.sorted(by: >))
        #expect(all.allSatisfy { $0.likeCount == 1 && $0.commentCount == 1 })
        for user in users {
            let profile = try await world.guest.profile(of: user)
            #expect(profile.postCount == 3)
            #expect(profile.followerCount == 3)
            #expect(profile.followingCount == 3)
        }
        #expect(try world.audit().isEmpty)
        #expect(try await world.owner.examine().isEmpty)
    }

    @Test(arguments: Storage.allCases)
    func manyTasksThroughOneEngine(storage: Storage) async throws {
        let world = try TestWorld(storage)
        var users: [User.ID] = []
        for number in 0..<Self.tasks { users.append(try await world.user("user\(number)")) }
        let posts = try await Self.rush(users, through: [world])
        try await Self.expectEverything(of: users, posts, in: world)
    }

    @Test func manyTasksThroughTwoEnginesOnOneFile() async throws {
        let world = try TestWorld(.sqliteFile)
        let late = TestEnvironment(seed: 2)
        late.advance(by: -60)
        let other = try world.openedAgain(clock: late)
        var users: [User.ID] = []
        for number in 0..<Self.tasks { users.append(try await world.user("user\(number)")) }
        let posts = try await Self.rush(users, through: [world, other])
        for world in [world, other] {
            try await Self.expectEverything(of: users, posts, in: world)
        }
    }

    @Test(arguments: Storage.allCases)
    func likesOfOnePostAreAllCounted(storage: Storage) async throws {
        let world = try TestWorld(storage)
        var users: [User.ID] = []
        for number in 0..<Self.tasks { users.append(try await world.user("user\(number)")) }
        let post = try await world.post(by: users[0]).id
        try await withThrowingTaskGroup { group in
            for user in users + users {
                group.addTask { _ = try await world.session(user).like(post) }
            }
            try await group.waitForAll()
        }
        let view = try await world.guest.post(post)
        #expect(view.likeCount == users.count)
        #expect(try await world.guest.likers(of: post).count == users.count)
    }

    @Test(arguments: Storage.allCases)
    func aUsernameIsTakenOnce(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let wins = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<Self.tasks {
                group.addTask {
                    var form = TestWorld.form("leia")
                    form.email = "leia\(number)@example.org"
                    do {
                        _ = try await world.guest.signUp(form, label: "")
                        return true
                    } catch {
                        #expect(error as? TimelineError == .usernameTaken("leia"))
                        return false
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(wins == 1)
        #expect(try await world.guest.users().map(\.username) == ["leia"])
    }
}
