import Foundation
import Testing
import TimelineTestSupport

@Suite(
    "The built program on a disk that fails at some steps (make check: at more of them)",
    .enabled(if: FailingDisk.isAvailable, "LD_PRELOAD exists on Linux only")
)
struct FailingDiskTests {
    @Test(
        "Acknowledged changes last; failed ones are complete or absent",
        arguments: FaultyCommand.allCases
    )
    func everyStep(command: FaultyCommand) throws {
        let store = try FaultyStore(for: command)
        for (number, fault) in command.faults.enumerated() {
            var (step, fails) = (number, true)
            while fails && step < 180 {
                fails = try store.run(fault, from: step)
                if fails { step += Self.stride }
            }
            #expect(!fails && step >= command.leastSteps, "\(fault) \(step)")
        }
    }

    /// The distance between the tested steps of a fault.
    ///
    /// The faults of a command start at different steps, so that together they cover
    /// several of its steps.
    private static let stride = TestEffort.count(40, full: 4, exhaustive: 1)
}
