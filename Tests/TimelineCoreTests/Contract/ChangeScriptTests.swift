import Testing
import TimelineCore
import TimelineTesting

@Suite("Random change scripts")
struct ChangeScriptTests {
    @Test func changesOfEveryKindTakeEffect() throws {
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
