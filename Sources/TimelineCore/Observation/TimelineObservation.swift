/// The answers to one query: the current answer first, then a new one after each commit that
/// changed it, including commits by other processes.
///
/// One task polls the repository's epoch for all observers; the query runs again only after a
/// change of shared data. The sequence ends when the subject of the query is deleted or when the
/// iterating task is cancelled. When the session has ended, it throws
/// ``TimelineError/notLoggedIn``: before the next answer, and within half a minute if nothing
/// changes.
///
/// ```swift
/// for try await page in session.observe(.home) {
///     show(page.posts)
/// }
/// ```
public struct TimelineObservation<Answer: Sendable & Equatable>: AsyncSequence, Sendable {
    let engine: TimelineEngine
    let check: @Sendable () async throws -> Void
    let question: @Sendable (Answer?) async throws -> Answer?

    /// Creates an observation.
    ///
    /// - Parameters:
    ///   - engine: the engine on the repository to observe.
    ///   - check: throws when the session has ended.
    ///   - question: runs the query, given the former answer; returns `nil` to end the observation.
    package init(
        engine: TimelineEngine,
        check: @escaping @Sendable () async throws -> Void = {},
        question: @escaping @Sendable (Answer?) async throws -> Answer?
    ) {
        self.engine = engine
        self.check = check
        self.question = question
    }

    /// Starts observing.
    public func makeAsyncIterator() -> Iterator { Iterator(observation: self) }

    /// Iterates over the answers.
    public struct Iterator: AsyncIteratorProtocol {
        let observation: TimelineObservation
        private var epoch: Int?
        private var former: Answer?
        private var hasEnded = false

        init(observation: TimelineObservation) {
            self.observation = observation
        }

        /// Waits for the next answer; returns `nil` when the subject of the query was deleted.
        ///
        /// - Throws: ``TimelineError/notLoggedIn`` when the session has ended; `CancellationError`;
        ///   a failure of storage.
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
                    answer = try await observation.question(former)
                } catch TimelineError.busy where epoch != nil {
                    // A full queue does not end the observation; try again at the next poll.
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
