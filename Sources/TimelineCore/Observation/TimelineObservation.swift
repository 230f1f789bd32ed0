/// An asynchronous sequence of answers to a query: the current answer first, then a new one after
/// each commit that changes the answer, including commits by other processes.
///
/// A single task polls the repository's epoch on behalf of all observers. The query runs again only
/// after shared data has changed. The sequence ends when the subject of the query is deleted. If
/// the iterating task is cancelled, the sequence throws `CancellationError`. Once the session has
/// ended, the sequence throws ``TimelineError/notLoggedIn`` before the next answer, or within half
/// a minute if nothing changes.
///
/// ```swift
/// for try await page in session.observe(.home) {
///     show(page.posts)
/// }
/// ```
public struct TimelineObservation<Result: Sendable & Equatable>: AsyncSequence, Sendable {
    let engine: TimelineEngine
    let check: @Sendable () async throws -> Void
    let question: @Sendable (Result?) async throws -> Result?

    /// Creates an observation.
    ///
    /// - Parameters:
    ///   - engine: The engine of the repository to observe.
    ///   - check: Throws an error if the session has ended.
    ///   - question: Runs the query, given the previous answer. Returns `nil` to end the
    ///     observation.
    package init(
        engine: TimelineEngine,
        check: @escaping @Sendable () async throws -> Void = {},
        question: @escaping @Sendable (Result?) async throws -> Result?
    ) {
        self.engine = engine
        self.check = check
        self.question = question
    }

    /// Returns an iterator over the answers.
    public func makeAsyncIterator() -> Iterator { Iterator(observation: self) }

    /// An iterator that waits for each new answer.
    public struct Iterator: AsyncIteratorProtocol {
        let observation: TimelineObservation
        private var epoch: Int?
        private var former: Result?
        private var hasEnded = false

        init(observation: TimelineObservation) {
            self.observation = observation
        }

        /// Waits for the next answer.
        ///
        /// Returns `nil` if the subject of the query was deleted.
        ///
        /// - Throws: ``TimelineError/notLoggedIn`` if the session has ended, `CancellationError`,
        ///   or a storage error.
        public mutating func next() async throws -> Result? {
            let engine = observation.engine
            while !hasEnded {
                try Task.checkCancellation()
                let seen = try await engine.epoch(after: epoch)
                let answer: Result?
                do {
                    guard seen != epoch else {
                        try await observation.check()
                        continue
                    }
                    answer = try await observation.question(former)
                } catch TimelineError.busy where epoch != nil {
                    // A full queue does not end the observation. Try again at the next poll.
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
