import Testing
import TimelineTestSupport

@Suite("Simulator")
struct SimulatorTests {
    /// The number of schedules.
    private static let count = TestEffort.count(500, full: 10_000, exhaustive: 100_000) as UInt64

    // Regressions that random schedules have found.

    @Test("A first sync of a user with a deleted account ends")
    func leaver() throws {
        let events = [Event(.busySync, 1, 0, 555_302), Event(.leave, 3, 2, 961_755)]
        for seed in 0..<40 as Range<UInt64> where Schedule.deviceCount(seed: seed) > 3 {
            var simulation = try Simulation(Schedule(seed: seed, events: events))
            if let violation = try simulation.run() { Issue.record("Seed \(seed): \(violation)") }
        }
    }

    @Test("Requested records that arrive before their keys are not requested again")
    func recordsBeforeKeys() throws {
        let events = [
            Event(.post, 2, 3, 161_342), Event(.profile, 2, 2, 184_899),
            Event(.profile, 2, 3, 276_971),
        ]
        var simulation = try Simulation(Schedule(seed: 460, events: events))
        #expect(try simulation.run() == nil)
    }

    @Test("The keys of a reply's author arrive with the reply, even if turns are short")
    func keysWithReplies() throws {
        let events = [
            Event(.busySync, 0, 3, 881_888), Event(.comment, 3, 17, 541_096),
            Event(.comment, 3, 10, 416_830),
        ]
        var simulation = try Simulation(Schedule(seed: 4080, events: events))
        #expect(try simulation.run() == nil)
    }

    @Test("The end of a key that also ends a follow leaves no difference in wanted scopes")
    func endedFollows() throws {
        let likes = [
            Event(.sync, 4, 0, 430_901), Event(.post, 2, 0, 850_745), Event(.sync, 2, 4, 809_305),
            Event(.endKey, 4, 0, 895_974), Event(.like, 4, 4, 667_052),
        ]
        let follows = [
            Event(.post, 3, 3, 785_455), Event(.killedSync, 3, 2, 90_786),
            Event(.sync, 2, 0, 236_835), Event(.follow, 0, 2, 748_593),
            Event(.endKey, 2, 3, 809_858), Event(.sync, 0, 1, 846_397),
            Event(.killedSync, 1, 3, 268_779), Event(.endKey, 3, 0, 83_887),
        ]
        for (seed, events) in [(31_441, likes), (28_116, follows)] as [(UInt64, [Event])] {
            var simulation = try Simulation(Schedule(seed: seed, events: events))
            #expect(try simulation.run() == nil)
        }
    }

    @Test("A device that changed bytes have misled forgets it")
    func changedBytes() throws {
        let events = [
            Event(.post, 1, 0, 285_554), Event(.clock, 0, 1, 139_309),
            Event(.post, 0, 0, 996_682), Event(.brokenSync, 0, 1, 462_947),
        ]
        var simulation = try Simulation(Schedule(seed: 55_950, events: events))
        #expect(try simulation.run() == nil)
    }

    @Test("The laws hold in random schedules, half of them on each processor", arguments: 0..<2)
    func randomSchedules(half: UInt64) throws {
        for seed in stride(from: half, to: Self.count, by: 2) {
            let schedule = Schedule(seed: seed)
            var simulation = try Simulation(schedule)
            guard let violation = try simulation.run() else { continue }
            let shrunk = schedule.shrunk { candidate in
                // A schedule without some of its events is valid, so errors do not occur.
                var simulation = try? Simulation(candidate)
                return (try? simulation?.run()) ?? nil != nil
            }
            var last = try Simulation(shrunk)
            Issue.record("\(try last.run() ?? violation)\n\(shrunk)")
            return
        }
    }
}
