import Testing
import TimelineCore
import TimelineTestDoubles
import TimelineTesting

@Suite("The public rules of records")
struct PublicRulesTests {
    @Test(
        "A store outside the package reaches the same state",
        arguments: 1...4 as ClosedRange<UInt64>
    )
    func sameState(seed: UInt64) throws {
        let script = try RecordScript(seed: seed, count: 300)
        let order = script.disordered()
        let oracle = InMemoryRepository()
        var store = MiniatureStore()
        for start in stride(from: 0, to: order.count, by: 40) {
            let batch = Array(order[start...].prefix(40))
            try oracle.apply(batch)
            store.add(ValidatedBatch(unchecked: batch))
            store = try MiniatureStore(store.encodings)
        }
        let subjects = SocialAnswers.Subjects(of: script.records)
        try oracle.read { reader throws in
            for id in subjects.posts {
                let (post, stored) = (try reader.post(id, for: nil), store.post(id))
                #expect(stored?.content.caption == post?.caption)
                #expect(stored?.content.photos == post?.photos)
                #expect(stored?.content.place == post?.place)
                #expect(stored?.likeCount == post?.likeCount)
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
