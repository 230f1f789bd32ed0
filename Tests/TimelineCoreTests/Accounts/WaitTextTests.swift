import Foundation
import Testing
import TimelineCore

@Suite("Waits in messages")
struct WaitTextTests {
    private let now = Date(timeIntervalSince1970: 1_794_679_200)

    @Test(
        "The wait after wrong passwords is in seconds or minutes",
        arguments: [
            (-1, "1 second"), (1, "1 second"), (57.2, "58 seconds"), (120, "120 seconds"),
            (120.1, "3 minutes"), (700, "12 minutes"),
        ]
    )
    func wait(seconds: Double, expected: String) {
        let error = TimelineError.tooManyAttempts(until: now + seconds)
        #expect(
            error.description(at: now) == "Too many wrong passwords; try again in \(expected)."
        )
    }

    @Test("Other errors have one message at all times")
    func others() {
        let error = TimelineError.emailTaken
        #expect(error.description(at: now) == error.description)
    }
}
