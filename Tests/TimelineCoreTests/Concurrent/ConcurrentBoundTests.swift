import Testing
import TimelineCore
import TimelineTestSupport

@Suite("Concurrent calls wait in bounded queues", .timeLimit(.minutes(1)))
struct ConcurrentBoundTests {
    /// A hasher that blocks from the moment on at which a test closes its gate.
    private static func hasher(blockedBy gate: Gate, when isClosed: Switch) -> PlainHasher {
        PlainHasher { if isClosed.isOn { gate.pass() } }
    }

    private final class Diary: Sendable {
        private let lines = Lock<[Int]>([])

        func note(_ line: Int) { lines.withLock { $0.append(line) } }

        var text: [Int] { lines.withLock(\.self) }
    }

    private final class Switch: Sendable {
        private let state = Lock(false)

        var isOn: Bool { state.withLock(\.self) }

        func turnOn() { state.withLock { $0 = true } }
    }

    /// The engine of a world, with a lane for hashing that no other test shares.
    private static func engine(of world: TestWorld, waitingHashes: Int) -> TimelineEngine {
        var engine = world.engine
        engine.hashes = WorkQueue(BlockingWork(width: 2), bound: waitingHashes)
        return engine
    }

    private static func logIn(_ number: Int, _ engine: TimelineEngine) async throws {
        let email = "user\(number)@example.org"
        _ = try await engine.logIn(email: email, password: TestWorld.password, label: "")
    }

    private static func until(_ condition: () -> Bool) async {
        while !condition() { await Task.yield() }
    }

    @Test func aFeedReturnsWhileAllWritesWaitForAnotherProcess() async throws {
        let world = try TestWorld(.sqliteFile)
        let leia = try await world.user("leia")
        let post = try await world.post(by: leia).id
        let other = try RawStore(try #require(world.file))
        try other.execute("BEGIN IMMEDIATE")
        let done = Diary()
        let writes = Task {
            try await withThrowingTaskGroup { group in
                for number in 0...64 {
                    group.addTask {
                        _ = try await world.engine.comment(on: post, "\(number)", by: leia)
                        done.note(number)
                    }
                }
                try await group.waitForAll()
            }
        }
        // One waits for the other process, 64 wait for that one.
        await Self.until { world.engine.writes.waitingCount == 64 }
        #expect(try await world.engine.timeline(of: leia).posts.map(\.id) == [post])
        await #expect(throws: TimelineError.busy) {
            _ = try await world.engine.comment(on: post, "one too many", by: leia)
        }
        #expect(done.text.isEmpty)
        try other.execute("COMMIT")
        try await writes.value
        #expect(try await world.engine.post(post, for: nil).commentCount == 65)
    }

    @Test func enginesOnOneRepositoryShareTheLaneOfWrites() async throws {
        let world = try TestWorld(.inMemory)
        let other = try world.openedAgain()
        #expect(world.engine.writes.lane === other.engine.writes.lane)
        #expect(world.engine.reads.lane !== world.engine.writes.lane)
        let stranger = try TestWorld(.inMemory)
        #expect(world.engine.writes.lane !== stranger.engine.writes.lane)
        #expect(world.engine.hashes.lane === stranger.engine.hashes.lane)
    }

    @Test(arguments: Storage.allCases)
    func aCancelledLoginCreatesNoSessionAndHashesNothing(storage: Storage) async throws {
        let (gate, isClosed) = (Gate(), Switch())
        let hasher = Self.hasher(blockedBy: gate, when: isClosed)
        let world = try TestWorld(storage, hasher: hasher)
        let engine = Self.engine(of: world, waitingHashes: 100)
        for number in 0..<30 { try await world.signUp("user\(number)") }
        isClosed.turnOn()
        let logins = (0..<30).map { number in Task { try await Self.logIn(number, engine) } }
        await Self.until { hasher.calls.checks == 2 && engine.hashes.waitingCount == 28 }
        for login in logins { login.cancel() }
        gate.open()
        for login in logins {
            await #expect(throws: CancellationError.self) { try await login.value }
        }
        #expect(hasher.calls.checks == 2)
        for number in 0..<30 {
            let user = try await world.engine.user(named: "user\(number)").id
            #expect(try world.repository.sessions(of: user).count == 1)
        }
    }

    @Test func hashesBeyondTheBoundAreRefusedAtOnce() async throws {
        let (gate, isClosed) = (Gate(), Switch())
        let hasher = Self.hasher(blockedBy: gate, when: isClosed)
        let world = try TestWorld(.inMemory, hasher: hasher)
        let engine = Self.engine(of: world, waitingHashes: 1)
        for number in 0..<4 { try await world.signUp("user\(number)") }
        isClosed.turnOn()
        async let first = Self.logIn(0, engine)
        async let second = Self.logIn(1, engine)
        await Self.until { hasher.calls.checks == 2 }
        async let third = Self.logIn(2, engine)
        await Self.until { engine.hashes.waitingCount == 1 }
        await #expect(throws: TimelineError.busy) { try await Self.logIn(3, engine) }
        gate.open()
        _ = try await (first, second, third)
        #expect(hasher.calls.checks == 3)
    }
}
