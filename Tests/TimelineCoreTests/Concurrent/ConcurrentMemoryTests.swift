import Foundation
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Concurrent work shares a budget of memory", .timeLimit(.minutes(20)))
struct ConcurrentMemoryTests {
    /// The bytes in use, and their maximum.
    private final class Meter: Sendable {
        private let state = Lock((used: 0, most: 0, order: [Int]()))

        var most: Int { state.withLock(\.most) }
        var order: [Int] { state.withLock(\.order) }

        func enter(_ bytes: Int, _ number: Int = 0) {
            state.withLock { state in
                state.used += bytes
                state.most = max(state.most, state.used)
                state.order.append(number)
            }
        }

        func leave(_ bytes: Int) { state.withLock { $0.used -= bytes } }
    }

    @Test("Work never uses more than the budget, and work that is larger runs alone")
    func limit() async throws {
        let (budget, meter) = (MemoryBudget(byteCount: 10), Meter())
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                let bytes = [1, 3, 7, 10, 50][number % 5]
                group.addTask {
                    try await budget.run(bytes: bytes) {
                        meter.enter(min(bytes, 10))
                        await Task.yield()
                        meter.leave(min(bytes, 10))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect((7...10).contains(meter.most))
        #expect(budget.waitingCount == 0)
        try await budget.run(bytes: 10, bound: 0) {}
    }

    @Test("Work waits in order, up to a bound, and cancelled work leaves")
    func order() async throws {
        let (budget, meter) = (MemoryBudget(byteCount: 10), Meter())
        var waiting: [Task<Void, any Error>] = []
        try await budget.run(bytes: 8) {
            for number in 0..<3 {
                waiting.append(
                    Task { try await budget.run(bytes: 6) { meter.enter(0, number) } }
                )
                try await wait { budget.waitingCount == number + 1 }
            }
            // Two bytes are free, but earlier work waits.
            await #expect(throws: TimelineError.busy) {
                try await budget.run(bytes: 1, bound: 3) {}
            }
            waiting[1].cancel()
            await #expect(throws: CancellationError.self) { try await waiting[1].value }
            #expect(budget.waitingCount == 2)
            #expect(meter.order.isEmpty)
        }
        for index in [0, 2] { try await waiting[index].value }
        #expect(meter.order == [0, 2])
        try await budget.run(bytes: 10, bound: 0) {}
    }

    @Test("At most four pieces of one user's work wait, and those of others still find room")
    func users() async throws {
        let budget = MemoryBudget(byteCount: 10)
        let (han, leia) = (User.ID(number: 1), User.ID(number: 2))
        var waiting: [Task<Void, any Error>] = []
        try await budget.run(bytes: 10, for: han) {
            for user in [han, han, han, han, leia] {
                waiting.append(Task { try await budget.run(bytes: 10, for: user) {} })
                let count = waiting.count
                try await wait { budget.waitingCount == count }
                guard count == 4 else { continue }
                await #expect(throws: TimelineError.busy) {
                    try await budget.run(bytes: 1, for: han) {}
                }
            }
        }
        for task in waiting { try await task.value }
        #expect(budget.waitingCount == 0)
    }

    @Test("The pictures of a post are read one after the other, once the former is stored")
    func pictures() async throws {
        let world = try TestWorld(.inMemory)
        let session = world.session(try await world.user("leia"))
        let reads = Meter()
        func source(_ seed: Int) -> PhotoSource {
            PhotoSource(byteCount: 100) {
                nil
            } read: { () throws(TimelineError) in
                // The errors of a store in memory would fail the test below.
                let count = (try? world.blobs.all().count) ?? -1
                reads.enter(0, count)
                return TestPhotos.file(seed: seed)
            }
        }
        let post = try await session.post(reading: (1...3).map(source), caption: "", place: nil)
        #expect(post.photos.map(\.blob) == (1...3).map { TestPhotos.photo(seed: $0).blob })
        let order = reads.order
        #expect(order.count == 3 && order[0] == 0 && order[0] < order[1] && order[1] < order[2])
        #expect(try await world.owner.examine().isEmpty)
    }

    @Test("If a picture is rejected, those before it do not stay")
    func rejectedPicture() async throws {
        let world = try TestWorld(.sqliteFile)
        let session = world.session(try await world.user("leia"))
        let bad = PhotoFile(content: Data("not a picture".utf8), name: "bad.png")
        await #expect(throws: TimelineError.self) {
            try await session.post([TestPhotos.file(seed: 1), bad])
        }
        #expect(try world.blobs.all().isEmpty)
        #expect(try await world.owner.examine().isEmpty)
    }
}
