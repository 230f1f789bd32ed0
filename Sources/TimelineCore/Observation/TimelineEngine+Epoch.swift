extension TimelineEngine {
    /// Reads the repository's epoch.
    ///
    /// This call is never rejected, even if the read queue is full.
    func epoch() async throws -> Int {
        try await reads.lane.run { [repository] in try repository.epoch() }
    }

    /// Waits until the epoch differs from `seen` or until it is time to check the session.
    ///
    /// If `seen` is `nil`, returns the current epoch immediately.
    func epoch(after seen: Int?) async throws -> Int {
        guard let seen else { return try await epoch() }
        return try await repository.lanes.watch.epoch(
            after: seen,
            reading: { try await epoch() },
            pausing: environment.pause
        )
    }
}
