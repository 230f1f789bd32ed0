import Testing
import TimelineCore
import TimelineTesting

@Suite("Random record scripts")
struct RecordScriptTests {
    @Test func recordsOfEveryKindTakeEffect() throws {
        let script = try RecordScript(seed: 2026, count: 600)
        #expect(Set(script.records.compactMap(\.content.kind)) == Set(RecordKind.allCases))
        let repository = InMemoryRepository()
        try repository.apply(script.disordered())
        try repository.read { reader throws in
            let users = try reader.users(UserQuery(limit: .max))
            #expect(users.count > 5)
            #expect(users.contains { $0.username.contains("~") })
            let ids = try reader.postIDs(.all, in: PostRange(limit: .max))
            let posts = try reader.posts(ids, for: nil)
            #expect(posts.count > 25)
            #expect(posts.contains { $0.caption.hasPrefix("edit") })
            #expect(posts.contains { $0.likeCount > 1 })
            #expect(posts.contains { $0.commentCount > 1 })
            #expect(try reader.pendingReplyCount() > 0)
        }
    }

    @Test func someRecordsArriveEarlyLateOrTwice() throws {
        let script = try RecordScript(seed: 3, count: 200)
        let order = script.disordered()
        #expect(Set(order) == Set(script.records))
        #expect(order.count > script.records.count)
        #expect(order.map(\.stamp) != order.map(\.stamp).sorted())
        #expect(order == script.disordered())
    }
}
