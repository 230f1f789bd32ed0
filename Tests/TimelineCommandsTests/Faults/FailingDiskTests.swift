import Testing

@Suite(
    "The built program on a disk that fails at each step",
    .enabled(if: FailingDisk.isAvailable, "LD_PRELOAD is a thing of Linux")
)
struct FailingDiskTests {
    @Test(
        "What was acknowledged stays, what fails is whole or not there",
        arguments: FaultyCommand.allCases
    )
    func everyStep(command: FaultyCommand) throws {
        let store = try FaultyStore(for: command)
        for fault in command.faults {
            var step = 0
            while try step < 120 && store.run(fault, from: step) { step += 1 }
            #expect((command.leastSteps..<120).contains(step), "\(fault)")
        }
    }
}
