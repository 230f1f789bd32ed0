import TimelineCore
import TimelineTestSupport

/// The events of one simulation.
struct Schedule: Sendable, CustomStringConvertible {
    /// The seed that determines the users, devices, follows and clocks.
    let seed: UInt64
    var events: [Event]

    init(seed: UInt64, events: [Event]) {
        self.seed = seed
        self.events = events
    }

    /// Creates a random schedule.
    init(seed: UInt64) {
        self.seed = seed
        var random = SplitMix64(seed: seed ^ 0x5eed)
        let deviceCount = Self.deviceCount(seed: seed)
        let revokesKeys = random.oneIn(4)
        let leaves = random.oneIn(8)
        let lies = random.oneIn(3)
        let unfollows = random.oneIn(2)
        let blocks = random.oneIn(4)
        events = (0..<deviceCount * 3 + random.number(below: deviceCount * 4))
            .map { _ in
                var kind = Self.kinds[random.number(below: Self.kinds.count)]
                if kind == .endKey, !revokesKeys { kind = .post }
                if kind == .leave, !leaves || !random.oneIn(3) { kind = .comment }
                if kind == .lyingSync, !lies { kind = .sync }
                if kind == .unfollow, !unfollows { kind = .unlike }
                if kind == .block || kind == .unblock, !blocks { kind = .deleteComment }
                return Event(
                    kind,
                    random.number(below: deviceCount),
                    random.number(below: deviceCount),
                    random.next() % 1_000_000
                )
            }
    }

    /// Returns the number of devices: 2 to 20, usually few.
    static func deviceCount(seed: UInt64) -> Int {
        var random = SplitMix64(seed: seed ^ 0xdecade)
        if random.oneIn(100) { return 10 + random.number(below: 11) }
        return 2 + min(random.number(below: 4), random.number(below: 4))
    }

    /// The kinds of events, repeated in proportion to their frequency.
    private static let kinds: [Event.Kind] = [
        .post, .post, .post, .edit, .deletePost, .comment, .comment, .comment, .deleteComment,
        .hide, .like, .like, .unlike, .profile, .follow, .unfollow, .unfollow, .unknown, .endKey,
        .leave, .clock, .block, .unblock,
        .sync, .sync, .sync, .sync, .brokenSync, .brokenSync, .killedSync, .killedSync,
        .lyingSync, .lyingSync, .busySync,
    ]

    /// The source text of a test that runs the schedule.
    var description: String {
        """
        @Test func schedule\(seed)() throws {
            let events = [
                \(events.map(\.description).joined(separator: ",\n        "))
            ]
            #expect(try Simulation(Schedule(seed: \(seed), events: events)).run() == nil)
        }
        """
    }

    /// Returns a shorter schedule that also fails, with as few events as possible.
    func shrunk(_ fails: (Schedule) -> Bool) -> Schedule {
        var best = self
        var length = max(1, events.count / 2)
        while true {
            var start = 0
            var hasShrunk = false
            while start < best.events.count {
                var candidate = best
                let end = min(start + length, candidate.events.count)
                candidate.events.removeSubrange(start..<end)
                if fails(candidate) {
                    best = candidate
                    hasShrunk = true
                } else {
                    start += length
                }
            }
            if length == 1, !hasShrunk { return best }
            length = max(1, length / 2)
        }
    }
}
