import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Concurrent writers commit in the order of their IDs")
struct ConcurrentOrderTests {
    /// The stamps of all committed records, in the order of the commits.
    private final class Witness: Sendable {
        private let stamps = Lock<[PushID]>([])

        func note(_ stamp: PushID) { stamps.withLock { $0.append(stamp) } }

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
                            let newest = try reader.newestStamp(of: nil)
                            var source = BoundIDSource(author: .leia, after: newest)
                            var make = RecordMaker()
                            let stamp = try source.nextStamp(in: environment)
                            let follow = try make.record(.leia, .followed(.han), at: stamp)
                            // Recording inside the transaction ensures that the stamps are in the
                            // order of the commits.
                            witness.note(stamp)
                            return try ValidatedBatch(unchecked: [follow].certified)
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
        var maker = RecordMaker()
        try world.repository.apply([try maker.user(.leia, "leia"), try maker.user(.han, "han")])
        let batches = try (0..<20)
            .map { _ in
                let post = try maker.post(.leia)
                return [post, try maker.record(.han, .liked(post.post))]
            }
        let posts = batches.map(\.[0].post)
        let repository = world.repository
        try await withThrowingTaskGroup { group in
            group.addTask { for batch in batches { try repository.apply(batch) } }
            for _ in 1...4 {
                group.addTask {
                    for _ in 1...20 {
                        try repository.read { reader throws in
                            let views = try reader.posts(posts, for: .han)
                            #expect(views.allSatisfy { $0.likedByViewer })
                            let profile = try reader.profile(of: .leia, for: nil)
                            #expect(profile?.postCount == views.count)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await world.guest.page(of: .everyone, limit: 99).posts.count == 20)
    }
}
