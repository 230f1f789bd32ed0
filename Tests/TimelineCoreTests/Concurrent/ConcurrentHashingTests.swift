import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Concurrent logins hash at most two passwords at once")
struct ConcurrentHashingTests {
    @Test func atMostTwoHashesRunAtOnce() async throws {
        // The work is long enough for more than two calls to overlap if that were possible.
        let hasher = PlainHasher {
            var sum = 0
            for number in 0..<300_000 { sum &+= number }
            withExtendedLifetime(sum) {}
        }
        let world = try TestWorld(.inMemory, hasher: hasher)
        try await world.signUp("leia")
        // The limit applies to the whole process, not to each engine.
        let worlds = [world, try world.openedAgain()]
        try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                group.addTask { _ = try await worlds[number % 2].logIn("leia") }
            }
            try await group.waitForAll()
        }
        #expect(hasher.calls.checks == 8)
        #expect(hasher.calls.mostAtOnce <= 2)
        #expect(hasher.calls.mostAtOnce >= 1)
    }
}
