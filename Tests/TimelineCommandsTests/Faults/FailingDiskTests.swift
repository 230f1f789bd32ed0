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
        for fault in command.faults {
            var step = 0
            while try step < 120 && store.run(fault, from: step) { step += 1 }
            #expect((command.leastSteps..<120).contains(step), "\(fault)")
        }
    }
}
