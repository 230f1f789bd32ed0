/// The answers to one question: the first at once, then one after each commit that changed the answer, also
/// after a commit of another process.
///
/// The store's version is looked at ten times a second, a read of one integer; the question is asked again
/// only when it is another. Cancelling the task that iterates ends it.
public struct TimelineObservation<Answer: Sendable & Equatable>: AsyncSequence, Sendable {
    let engine: TimelineEngine
    let question: @Sendable () async throws -> Answer?

    /// How long passes between two looks at the store's version.
    static var interval: Duration { .milliseconds(100) }

    /// Begins to observe.
    public func makeAsyncIterator() -> Iterator { Iterator(observation: self) }

    /// Gives one answer after another.
    public struct Iterator: AsyncIteratorProtocol {
        let observation: TimelineObservation
        private var version: Int?
        private var former: Answer?
        private var hasEnded = false

        init(observation: TimelineObservation) {
            self.observation = observation
        }

        /// Waits for the next answer; `nil` when what was asked about is no longer there.
        public mutating func next() async throws -> Answer? {
            while !hasEnded {
                try Task.checkCancellation()
                let seen = try await observation.version()
                guard seen != version else {
                    try await observation.engine.environment.pause(TimelineObservation.interval)
                    continue
                }
                version = seen
                guard let answer = try await observation.question() else {
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

    private func version() async throws -> Int {
        try await engine.reads.run { [engine] in try engine.repository.version() }
    }
}
