import Foundation
import Testing

@Suite(
    "The built program on a disk that fails at each step",
    .enabled(if: FailingDisk.isAvailable, "LD_PRELOAD exists on Linux only")
)
struct FailingDiskTests {
    @Test(
        "Acknowledged changes last; failed ones are complete or absent",
        arguments: FaultyCommand.allCases
    )
    func everyStep(command: FaultyCommand) throws {
        let store = try FaultyStore(for: command)
        let stride = Self.stride(for: command)
        for (number, fault) in command.faults.enumerated() {
            var step = number % stride
            while try step < 120 && store.run(fault, from: step) { step += stride }
            #expect((command.leastSteps..<120).contains(step), "\(fault)")
        }
    }

    /// The distance between the tested steps of a fault: 1 for `make faults`, otherwise at most 3.
    ///
    /// The faults of a command start at different steps, so that together they cover each of its
    /// steps.
    private static func stride(for command: FaultyCommand) -> Int {
        let isComplete = ProcessInfo.processInfo.environment["EVERY_STEP"] != nil
        return isComplete ? 1 : min(3, command.faults.count)
    }
}
