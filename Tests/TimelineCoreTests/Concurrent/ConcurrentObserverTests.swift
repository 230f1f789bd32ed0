import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@Suite("Concurrent observers share one poller", .timeLimit(.minutes(20)))
struct ConcurrentObserverTests {
    /// Pauses that last until a test ends them.
    private final class Pauses: Sendable {
        private struct State {
            var begun = 0
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private let state = Lock(State())

        /// The number of pauses that have begun.
        var begun: Int { state.withLock(\.begun) }

        /// The number of pauses in progress.
        var waiting: Int { state.withLock(\.waiting.count) }

        func pause() async {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    state.begun += 1
                    state.waiting.append(continuation)
                }
            }
        }

        /// Ends all pauses in progress.
        func end() {
            let waiting = state.withLock { state in
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    private final class Counter: Sendable {
        private let state = Lock(0)

        var value: Int { state.withLock(\.self) }

        /// Adds one and returns the new count.
        func next() -> Int {
            state.withLock { state in
                state += 1
                return state
            }
        }
    }

    private static func owner(of world: TestWorld, _ pauses: Pauses) -> StoreOwner {
        let environment = world.clock.environment
        return StoreOwner(
            repository: world.repository,
            blobs: world.blobs,
            hasher: world.hasher,
            environment: TimelineEnvironment(
                now: environment.now,
                randomBytes: environment.randomBytes,
                pause: { _ in await pauses.pause() },
                processorCount: 2
            )
        )
    }

    @Test(arguments: Storage.allCases)
    func oneTaskPollsAndPrivateDataWakesNoObserver(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let (pauses, questions) = (Pauses(), Counter())
        let owner = Self.owner(of: world, pauses)
        let watch = world.repository.lanes.watch
        // Each poll returns a different answer, so every wake-up is counted.
        let observers = (0..<300)
            .map { _ in
                Task {
                    let observation = TimelineObservation(engine: owner.engine) { _ in
                        questions.next()
                    }
                    for try await _ in observation {}
                }
            }
        try await wait { watch.waitingCount == 300 && pauses.waiting == 1 }
        #expect(questions.value == 300)

        // Logins, read positions and wrong passwords are private data, which must not wake
        // observers.
        try await world.logIn("leia")
        let page = try await world.session(leia).timeline()
        try await world.session(leia).markShown(page)
        await #expect(throws: TimelineError.wrongPassword) {
            try await world.logIn("leia", Password("not the right one"))
        }
        for _ in 1...3 {
            let begun = pauses.begun
            pauses.end()
            try await wait { pauses.begun > begun }
            #expect(pauses.waiting == 1)
        }
        #expect(questions.value == 300)
        #expect(watch.waitingCount == 300)

        // A post wakes all observers, a few of them with each poll.
        try await world.post(by: leia)
        while questions.value < 600 {
            pauses.end()
            await Task.yield()
        }
        try await wait { watch.waitingCount == 300 }
        #expect(questions.value == 600)

        for observer in observers { observer.cancel() }
        for observer in observers {
            await #expect(throws: CancellationError.self) { try await observer.value }
        }
        try await wait {
            pauses.end()
            return !watch.isPolling
        }
    }

    @Test(arguments: Storage.allCases)
    func anObserverRetriesWhenTheQueueIsFull(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let questions = Counter()
        let observation = TimelineObservation(engine: world.owner.engine) { _ in
            let number = questions.next()
            if number == 2 { throw TimelineError.busy }
            return number
        }
        var answers = observation.makeAsyncIterator()
        #expect(try await answers.next() == 1)
        try await world.post(by: leia)
        #expect(try await answers.next() == 3)
    }

    @Test(arguments: Storage.allCases)
    func aPostIsObservedWithItsNewestCommentsOnly(storage: Storage) async throws {
        let world = try TestWorld(storage)
        let leia = try await world.user("leia")
        let post = try await world.post(by: leia)
        for number in 1...7 { _ = try await world.session(leia).comment(on: post.id, "\(number)") }
        var pages = world.session(leia).observe(post.id, commentLimit: 3).makeAsyncIterator()
        let page = try #require(try await pages.next())
        #expect(page.comments.map(\.text) == ["5", "6", "7"])
        #expect(page.post.commentCount == 7)
    }
}
