import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Concurrent calls queue up to a bound", .timeLimit(.minutes(20)))
struct ConcurrentBoundTests {
    /// Returns a hasher that blocks at `gate` once `isClosed` is on.
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

    /// Returns an owner of the store with a separate executor for hashing.
    private static func owner(of world: TestWorld, waitingHashes: Int) -> StoreOwner {
        var owner = world.owner
        owner.engine.hashes = WorkQueue(BlockingExecutor(width: 2), bound: waitingHashes)
        return owner
    }

    private static func logIn(_ number: Int, _ owner: StoreOwner) async throws {
        let email = "user\(number)@example.org"
        _ = try await owner.guest.logIn(email: email, password: TestWorld.password, label: "")
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
                        _ = try await world.session(leia).comment(on: post, "\(number)")
                        done.note(number)
                    }
                }
                try await group.waitForAll()
            }
        }
        // One write is waiting for the other process, and 64 writes are queued after it.
        try await wait { world.owner.engine.writes.waitingCount == 64 }
        #expect(try await world.session(leia).timeline().posts.map(\.id) == [post])
        await #expect(throws: TimelineError.busy) {
            _ = try await world.session(leia).comment(on: post, "one too many")
        }
        #expect(done.text.isEmpty)
        try other.execute("COMMIT")
        try await writes.value
        #expect(try await world.guest.post(post).commentCount == 65)
    }

    @Test func enginesOnOneRepositoryShareTheLaneOfWrites() async throws {
        let world = try TestWorld(.inMemory)
        let other = try world.openedAgain()
        #expect(world.owner.engine.writes.lane === other.owner.engine.writes.lane)
        #expect(world.owner.engine.reads.lane !== world.owner.engine.writes.lane)
        let stranger = try TestWorld(.inMemory)
        #expect(world.owner.engine.writes.lane !== stranger.owner.engine.writes.lane)
        #expect(world.owner.engine.hashes.lane === stranger.owner.engine.hashes.lane)
    }

    @Test(arguments: Storage.allCases)
    func aCancelledLoginCreatesNoSessionAndHashesNothing(storage: Storage) async throws {
        let (gate, isClosed) = (Gate(), Switch())
        let hasher = Self.hasher(blockedBy: gate, when: isClosed)
        let world = try TestWorld(storage, hasher: hasher)
        let owner = Self.owner(of: world, waitingHashes: 100)
        for number in 0..<30 { try await world.signUp("user\(number)") }
        isClosed.turnOn()
        let logins = (0..<30).map { number in Task { try await Self.logIn(number, owner) } }
        try await wait { hasher.calls.checks == 2 && owner.engine.hashes.waitingCount == 28 }
        for login in logins { login.cancel() }
        gate.open()
        for login in logins {
            await #expect(throws: CancellationError.self) { try await login.value }
        }
        #expect(hasher.calls.checks == 2)
        for number in 0..<30 {
            let user = try await world.guest.user(withUsername: "user\(number)").id
            #expect(try world.repository.sessions(of: user).count == 1)
        }
    }

    @Test func hashesBeyondTheBoundAreRejectedAtOnce() async throws {
        let (gate, isClosed) = (Gate(), Switch())
        let hasher = Self.hasher(blockedBy: gate, when: isClosed)
        let world = try TestWorld(.inMemory, hasher: hasher)
        let owner = Self.owner(of: world, waitingHashes: 1)
        for number in 0..<4 { try await world.signUp("user\(number)") }
        isClosed.turnOn()
        async let first = Self.logIn(0, owner)
        async let second = Self.logIn(1, owner)
        try await wait { hasher.calls.checks == 2 }
        async let third = Self.logIn(2, owner)
        try await wait { owner.engine.hashes.waitingCount == 1 }
        await #expect(throws: TimelineError.busy) { try await Self.logIn(3, owner) }
        gate.open()
        _ = try await (first, second, third)
        #expect(hasher.calls.checks == 3)
    }
}
