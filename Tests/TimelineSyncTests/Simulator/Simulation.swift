import TimelineTestSupport
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

/// A simulation of devices that change records, sync over bad links, and must agree in the end.
struct Simulation {
    /// A violated law.
    struct Violation: Error, Equatable, CustomStringConvertible {
        let description: String
    }

    /// The private data of every device, which must not reach another user.
    static let canary = Array("51.5007 N 0.1246 W".utf8)

    /// The photo of all posts, which every store holds.
    let photo: Photo
    let schedule: Schedule
    let users: [Author]
    var devices: [SimulatedDevice] = []
    /// All records that were made and stored.
    var made: [VerifiedRecord] = []
    /// The true time in milliseconds since 1970.
    var now: UInt64 = 1_700_000_000_000

    /// Creates the users, devices and follows of a schedule.
    init(_ schedule: Schedule) throws {
        self.schedule = schedule
        photo = try TimelineSyncTests.photo()
        let deviceCount = Schedule.deviceCount(seed: schedule.seed)
        var random = SplitMix64(seed: schedule.seed)
        let minimum =
            (deviceCount + SimulatedUsers.devicesPerUser - 1) / SimulatedUsers.devicesPerUser
        let userCount = max(
            minimum,
            1 + random.number(below: min(deviceCount, SimulatedUsers.count))
        )
        users = Array(SimulatedUsers.all.prefix(userCount))
        let cache = SimulatedKeys.Cache()
        let searchesCanaries = schedule.seed.isMultiple(of: 25)
        for index in 0..<deviceCount {
            let author = users[index % userCount]
            let number = index / userCount
            let store = InMemorySyncStore(
                user: author.id,
                device: author.devices[number].id,
                keys: SimulatedKeys(cache: cache),
                generator: SplitMix64(seed: schedule.seed &+ UInt64(index))
            )
            try store.add(blob: [9], hash: photo.blob)
            if searchesCanaries { store.privateData = Self.canary }
            devices.append(SimulatedDevice(author: author, number: number, store: store))
        }
        for index in devices.indices { try prepare(index, &random) }
    }

    /// Adds the keys of a device's user, and the first device's follows.
    private mutating func prepare(_ index: Int, _ random: inout SplitMix64) throws {
        let device = devices[index]
        for other in devices where other.store.device != device.store.device {
            device.store.standings[other.store.device] =
                other.author.id == device.author.id ? .ownDevice : .peer
        }
        for other in devices where other.author.id == device.author.id {
            let content = try device.author.certificate(of: other.number)
            try add(content, at: stamp(UInt64(other.number + 1)), to: device)
        }
        guard device.number == 0 else { return }
        for user in users where user.id != device.author.id && !random.oneIn(3) {
            try add(.followed(user.id), at: stamp(now, random.next()), to: device)
        }
    }

    /// Runs the schedule.
    ///
    /// - Returns: The first violated law, or `nil`.
    mutating func run() throws -> Violation? {
        do {
            for event in schedule.events { try run(event) }
            try heal()
            try checkLiveSets()
            try checkPictures()
            try checkDeletions()
            try checkSecondSync()
            return nil
        } catch let violation as Violation {
            return violation
        }
    }

    private mutating func run(_ event: Event) throws {
        var random = SplitMix64(seed: event.seed)
        now += UInt64(random.number(below: 600_000))
        switch event.kind {
        case .clock:
            devices[event.a].clockError = Int64(random.number(below: 172_800_000)) - 86_400_000
        case .sync, .brokenSync, .killedSync, .lyingSync, .busySync:
            guard event.a != event.b else { return }
            let faults = faults(event, &random)
            try session(event.a, event.b, faults, &random)
            if faults.canMislead { try forget(event.a, on: event.b) }
        case .block, .unblock:
            guard let user = users.element(using: &random),
                user.id != devices[event.a].author.id
            else {
                return
            }
            try devices[event.a].block(event.kind == .block, user.id)
        default: try change(event.kind, on: event.a, &random)
        }
    }

    /// Makes a device forget the last session with another device, in case both wrongly believe
    /// that they are equal.
    private func forget(_ other: Int, on device: Int) throws {
        try devices[device].store
            .remember(PeerMemory(), of: devices[other].store.device, owning: nil)
    }

    /// Sets all clocks, then syncs all pairs until nothing changes.
    private mutating func heal() throws {
        now += 3 * 86_400_000
        for index in devices.indices { devices[index].clockError = 0 }
        var random = SplitMix64(seed: schedule.seed)
        // The tokens of both devices when they were last equal.
        var settled: [[Int]: [SyncToken]] = [:]
        for _ in 0..<devices.count + 4 {
            var hasChanged = false
            for (a, b) in pairs where settled[[a, b]] != tokens(a, b) {
                hasChanged = true
                let before = tokens(a, b)
                let (client, server) = try session(a, b, Faults(), &random)
                guard client.outcome == .finished, server.outcome == .finished else {
                    throw Violation(
                        description: """
                            Session \(a), \(b) failed: \(String(describing: client.outcome)), \
                            \(String(describing: server.outcome))
                            """
                    )
                }
                // A device may be offered the profiles of those whom it has blocked each time.
                let isSettled = hasBlocked(a, b) && tokens(a, b) == before
                if client.summary.isEqual || isSettled { settled[[a, b]] = tokens(a, b) }
            }
            if !hasChanged { return }
        }
        throw Violation(description: "The stores do not converge.")
    }

    /// Returns whether one of two devices has blocked anyone at any time.
    func hasBlocked(_ a: Int, _ b: Int) -> Bool { devices[a].hasBlocked || devices[b].hasBlocked }

    private func tokens(_ a: Int, _ b: Int) -> [SyncToken] {
        [devices[a].store.token(), devices[b].store.token()]
    }

    /// Whether to search the bytes between different users for private data.
    ///
    /// The search takes as long as the rest of a simulation.
    var searchesCanaries: Bool { schedule.seed.isMultiple(of: 25) }

    /// Checks law 3: the bytes that cross a link contain no private data.
    func searchCanary(in bytes: [UInt8], _ a: Int, _ b: Int) throws {
        guard searchesCanaries, devices[a].author.id != devices[b].author.id else { return }
        let isFound = bytes.indices.contains { index in
            bytes[index] == Self.canary[0] && bytes[index...].starts(with: Self.canary)
        }
        if isFound { throw Violation(description: "Private data went from or to \(a), \(b).") }
    }

    /// All pairs of devices.
    var pairs: [(Int, Int)] {
        devices.indices.flatMap { a in devices.indices.dropFirst(a + 1).map { (a, $0) } }
    }
}
