import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Concurrent shards complete once")
struct ConcurrentTimelineTests {
    @Test(arguments: Storage.allCases)
    func manyReadersOfManyShardsWhilePostsArrive(storage: Storage) async throws {
        let world = try TestWorld(storage, processorCount: 5)
        var make = RecordMaker()
        let leia = try await world.user("leia")
        let authors = (0..<100 as Range<UInt16>).map { User.ID(number: 1_000 + $0) }
        var records: [VerifiedRecord] = []
        for (number, author) in authors.enumerated() {
            records.append(try make.user(author, "a\(number)"))
            records.append(try make.record(leia, .followed(author)))
            records.append(try make.post(author))
        }
        try world.repository.apply(records)
        try world.addKeys(of: authors)
        try await withThrowingTaskGroup { group in
            group.addTask {
                for author in authors.prefix(10) {
                    _ = try await world.session(author).post([TestPhotos.file(seed: 1)])
                }
            }
            for shards in 1...5 {
                let divided = try world.reading(by: .seek(shards: shards))
                group.addTask {
                    for _ in 1...5 {
                        let page = try await divided.session(leia).timeline(limit: 1_000)
                        let ids = page.posts.map(\.id)
                        #expect(ids == Set(ids).sorted(by: >))
                        #expect(ids.count >= 100)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await world.session(leia).timeline(limit: 1_000).posts.count == 110)
    }

    @Test(arguments: Storage.allCases)
    func aCancelledReadEnds(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let readers = (1...20)
            .map { number in
                let reader = Task { try await world.session(leia).timeline().posts.count }
                if number.isMultiple(of: 2) { reader.cancel() }
                return reader
            }
        for reader in readers {
            do {
                #expect(try await reader.value == 0)
            } catch {
                #expect(error is CancellationError)
            }
        }
    }
}
