import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Concurrent writers commit in the order of their IDs")
struct ConcurrentOrderTests {
    /// A record of the stamps of all committed changes, in the order of the commits.
    private final class Witness: Sendable {
        private let stamps = Lock<[PushID]>([])

        func note(_ changes: [Change]) {
            stamps.withLock { $0 += changes.map(\.stamp) }
        }

        var inOrder: Bool { stamps.withLock { $0 == $0.sorted() && Set($0).count == $0.count } }
        var count: Int { stamps.withLock(\.count) }
    }

    @Test(arguments: Storage.allCases)
    func idsMintedInTheTransactionIncrease(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let other = try world.openedAgain()
        let witness = Witness()
        await withTaskGroup { group in
            for number in 0..<40 {
                let repository = (number.isMultiple(of: 2) ? world : other).repository
                let environment = world.clock.environment
                group.addTask {
                    #expect(throws: Never.self) {
                        try repository.apply { reader in
                            let newest = try reader.newestStamp()
                            var source = PushIDSource(after: newest, environment: environment)
                            let change = Change(
                                stamp: source.next(),
                                author: .leia,
                                action: .followed(.han)
                            )
                            // Recording inside the transaction ensures that the stamps are in the
                            // order of the commits.
                            witness.note([change])
                            return CheckedBatch(unchecked: [change])
                        }
                    }
                }
            }
        }
        #expect(witness.count == 40)
        #expect(witness.inOrder)
    }

    @Test(arguments: Storage.allCases)
    func aReaderNeverSeesHalfABatch(storage: Storage) async throws {
        let world = try TestWorld(storage)
        var maker = ChangeMaker()
        try world.repository.apply([try maker.user(.leia, "leia"), try maker.user(.han, "han")])
        let batches = (0..<20)
            .map { _ in
                let post = maker.post(.leia)
                return [post, maker.change(.han, .liked(post.post))]
            }
        let likes = batches.flatMap { $0 }
        let repository = world.repository
        try await withThrowingTaskGroup { group in
            group.addTask { for batch in batches { try repository.apply(batch) } }
            for _ in 1...4 {
                group.addTask {
                    for _ in 1...20 {
                        try repository.read { reader throws in
                            let posts = try reader.posts(likes.map(\.post), for: .han)
                            #expect(posts.allSatisfy { $0.likedByViewer })
                            let profile = try reader.profile(of: .leia, for: nil)
                            #expect(profile?.postCount == posts.count)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await world.guest.page(of: .everyone, limit: 99).posts.count == 20)
    }
}
