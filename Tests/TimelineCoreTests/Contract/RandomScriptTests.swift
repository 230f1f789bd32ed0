import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Law 4: the same changes give the same answers on every repository")
struct RandomScriptTests {
    /// A few answers that show most differences and are cheap enough to compare at each step.
    private struct Digest: Hashable {
        let newest: PushID
        let users: [User]
        let posts: [PostView]
        let profile: ProfileView?
        let following: Int?

        init(_ repository: any Repository, for viewer: User.ID, about change: Change) throws {
            (newest, users, posts, profile, following) = try repository.read { reader throws in
                let range = PostRange(before: Post.ID(.max), limit: 8)
                let ids = try reader.seekTimeline(of: viewer, shard: .whole, in: range)
                return (
                    try reader.newestStamp(), try reader.users(UserQuery(limit: .max)),
                    try reader.posts(ids, for: viewer),
                    try reader.profile(of: change.author, for: viewer),
                    try reader.followingCount(of: change.author)
                )
            }
        }
    }

    /// The file gets ten changes at a time, because each commit waits for the disk.
    ///
    /// A second connection only reads the file, so its caches have to notice the commits of the
    /// first.
    @Test func aScriptInStepOnAllRepositories() throws {
        let script = ChangeScript(seed: 2026, count: 2_000).changes
        let memories = [
            try Storage.inMemory.makeRepository(), try Storage.sqliteInMemory.makeRepository(),
        ]
        let path = try TemporaryFolder.makeFile()
        let (file, reader) = (try Storage.open(path), try Storage.open(path))
        let everything = SocialAnswers.Subjects(of: script)
        let everyone = everything.users
        for (step, change) in script.enumerated() {
            let viewer = everyone[step % everyone.count]
            for repository in memories { try repository.apply([change]) }
            let isLast = step == script.count - 1
            var repositories = memories
            if step % 10 == 9 || isLast {
                try file.apply(Array(script[(step / 10 * 10)...step]))
                repositories += [file, reader]
            }
            let digests = try repositories.map { try Digest($0, for: viewer, about: change) }
            try #require(Set(digests).count == 1, "step \(step): \(change)")
            guard step % 50 == 49 || isLast else { continue }
            var subjects = everything
            subjects.viewers = [viewer, everyone[step % 7]]
            // The last step compares all posts; the others only those that the script still refers
            // to.
            let soFar = everything.posts.prefix { $0.pushID <= digests[0].newest }
            if !isLast { subjects.posts = Array(soFar.suffix(60)) }
            try Self.compare(repositories, about: subjects, at: step)
        }
    }

    private static func compare(
        _ repositories: [any Repository],
        about subjects: SocialAnswers.Subjects,
        at step: Int
    ) throws {
        let answers = try repositories.map { try SocialAnswers($0, about: subjects) }
        for other in answers.dropFirst() {
            try #require(answers[0].difference(from: other) == nil, "step \(step)")
        }
        for repository in repositories {
            try #require(try repository.audit(repairing: false).isEmpty, "step \(step)")
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>, Storage.allCases)
    func theSameChangesShuffledEndInTheSameAnswers(seed: UInt64, storage: Storage) throws {
        let script = ChangeScript(seed: seed, count: 700).changes
        var subjects = SocialAnswers.Subjects(of: script)
        subjects.viewers = Array(subjects.users.prefix(4))
        let inOrder = InMemoryRepository()
        try inOrder.apply(script)
        let expected = try SocialAnswers(inOrder, about: subjects)

        var generator = SplitMix64(seed: seed)
        let repository = try storage.makeRepository()
        var rest = script.shuffled(using: &generator)[...]
        while !rest.isEmpty {
            let batch = rest.prefix(Int.random(in: 1...60, using: &generator))
            try repository.apply(Array(batch))
            rest = rest.dropFirst(batch.count)
        }
        let answers = try SocialAnswers(repository, about: subjects)
        #expect(answers.difference(from: expected) == nil)
        #expect(try repository.audit(repairing: false).isEmpty)
    }

    @Test func theScriptMakesEveryKindOfChangeCount() throws {
        let script = ChangeScript(seed: 2026, count: 2_000).changes
        let repository = InMemoryRepository()
        try repository.apply(script)
        try repository.read { reader throws in
            let users = try reader.users(UserQuery(limit: .max))
            #expect(users.count > 8)
            #expect(users.contains { $0.username.contains("~") })
            let ids = try reader.postIDs(in: PostRange(before: Post.ID(.max), limit: .max))
            let posts = try reader.posts(ids, for: nil)
            #expect(posts.count > 100)
            #expect(posts.contains { $0.caption.hasPrefix("edit") })
            #expect(posts.contains { $0.likeCount > 1 })
            #expect(posts.contains { $0.commentCount > 1 })
        }
    }
}
