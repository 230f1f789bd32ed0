/// The answers to one question: the first at once, then one after each commit that changed the answer, also
/// after a commit of another process.
///
/// One task polls the repository's epoch for all observers; the question is repeated only after a change of
/// shared data. The sequence ends when the question has no answer any more (a deleted post), or when the task that
/// iterates is cancelled. Once the session has ended it throws ``TimelineError/notLoggedIn``: before the next
/// answer, and within half a minute if nothing changes.
public struct TimelineObservation<Answer: Sendable & Equatable>: AsyncSequence, Sendable {
    let engine: TimelineEngine
    let check: @Sendable () async throws -> Void
    let question: @Sendable () async throws -> Answer?

    /// Creates an observation.
    ///
    /// - Parameters:
    ///   - engine: the engine whose repository is observed.
    ///   - check: throws when the session has ended.
    ///   - question: reads the answer; `nil` ends the observation.
    package init(
        engine: TimelineEngine,
        check: @escaping @Sendable () async throws -> Void = {},
        question: @escaping @Sendable () async throws -> Answer?
    ) {
        self.engine = engine
        self.check = check
        self.question = question
    }

    /// Begins to observe.
    public func makeAsyncIterator() -> Iterator { Iterator(observation: self) }

    /// Returns one answer after another.
    public struct Iterator: AsyncIteratorProtocol {
        let observation: TimelineObservation
        private var epoch: Int?
        private var former: Answer?
        private var hasEnded = false

        init(observation: TimelineObservation) {
            self.observation = observation
        }

        /// Waits for the next answer; `nil` when the subject of the question was deleted.
        public mutating func next() async throws -> Answer? {
            let engine = observation.engine
            while !hasEnded {
                try Task.checkCancellation()
                let seen = try await engine.epoch(after: epoch)
                let answer: Answer?
                do {
                    guard seen != epoch else {
                        try await observation.check()
                        continue
                    }
                    answer = try await observation.question()
                } catch TimelineError.busy where epoch != nil {
                    // Observers do not end because others fill the queue; they ask again at the next poll.
                    try await engine.environment.pause(EpochWatch.interval)
                    continue
                }
                epoch = seen
                guard let answer else {
                    hasEnded = true
                    break
                }
                guard answer != former else { continue }
                former = answer
                return answer
            }
            return nil
        }
    }
}
