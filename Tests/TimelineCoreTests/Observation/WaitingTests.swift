import Testing
import TimelineTestSupport

@Suite("The waits of these tests")
struct WaitingTests {
    @Test func aWaitEndsWithItsConditionOrItsLimit() async throws {
        var steps = 0
        try await wait {
            steps += 1
            return steps == 3
        }
        #expect(steps == 3)
        let error = await #expect(throws: WaitError.self) {
            try await wait(limit: .zero) { false }
        }
        #expect(error?.description.contains("WaitingTests.swift:") == true)
    }
}
