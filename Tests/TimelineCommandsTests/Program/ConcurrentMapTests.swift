import Testing
import TimelineCore

@testable import TimelineCommands

@Suite("Concurrent transformations of arrays")
struct ConcurrentMapTests {
    private struct Failure: Error {}

    @Test("The first elements do not delay the next ones, and the results keep their order")
    func order() async throws {
        let (signals, continuation) = AsyncStream<Void>.makeStream()
        let results = try await [1, 2, 3]
            .concurrentMap(limit: 2) { number in
                // The first element waits for the third one.
                if number == 1 { for await _ in signals { break } }
                if number == 3 { continuation.yield() }
                return number * 10
            }
        #expect(results == [10, 20, 30])
    }

    @Test("At most a given number of elements are transformed at the same time")
    func limit() async throws {
        let counts = Lock((present: 0, highest: 0))
        _ = try await Array(0..<50)
            .concurrentMap(limit: 4) { _ in
                counts.withLock { counts in
                    counts.present += 1
                    counts.highest = max(counts.highest, counts.present)
                }
                await Task.yield()
                counts.withLock { $0.present -= 1 }
            }
        #expect(1...4 ~= counts.withLock(\.highest))
        let empty = try await [Int]().concurrentMap(limit: 4) { $0 }
        #expect(empty.isEmpty)
    }

    @Test("An error is thrown once all tasks have ended")
    func failure() async throws {
        let ended = Lock(0)
        await #expect(throws: Failure.self) {
            _ = try await [1, 2]
                .concurrentMap(limit: 2) { number in
                    if number == 1 { throw Failure() }
                    ended.withLock { $0 += 1 }
                }
        }
        #expect(ended.withLock { $0 } == 1)
    }
}
