import Testing
import TimelineCore
import TimelineTestDoubles
import TimelineTesting

@Suite("The public rules of changes")
struct PublicRulesTests {
    @Test(
        "A store outside the package reaches the same state",
        arguments: 1...4 as ClosedRange<UInt64>
    )
    func sameState(seed: UInt64) throws {
        let script = ChangeScript(seed: seed, count: 800).changes
        let oracle = InMemoryRepository()
        var store = MiniatureStore()
        for start in stride(from: 0, to: script.count, by: 40) {
            let batch = Array(script[start..<min(start + 40, script.count)])
            try oracle.apply(batch)
            try store.apply(batch)
        }
        let subjects = SocialAnswers.Subjects(of: script)
        try oracle.read { reader throws in
            for id in subjects.posts {
                let post = try reader.post(id, for: nil)
                #expect(store.caption(of: id) == post?.caption)
                #expect(store.photos(of: id) == post?.photos)
                #expect(store.place(of: id) == post?.place)
                if let post { #expect(store.likeCounts[id] ?? 0 == post.likeCount) }
            }
            for id in subjects.users {
                let user = try reader.user(id)
                #expect(store.username(of: id) == user?.username)
            }
            let blobs = try reader.referencedBlobs()
            #expect(store.referencedBlobs == blobs)
        }
    }
}
