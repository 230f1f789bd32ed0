import TimelineCore

/// The answer to a load balancer that asks whether to send requests to this server.
final class Readiness: Sendable {
    /// The reason why a server is not ready.
    enum Fault: Error, Hashable, Sendable {
        /// The process has been told to stop, and finishes open requests.
        case shuttingDown
        /// The store has not answered in time.
        case storeSilent
        /// The store has answered with an error, which the log contains.
        case storeFailed
        /// A later version of the program has changed the tables of the store.
        case storeTooNew
    }

    private struct State {
        var isShuttingDown = false
        /// The probe in progress, which all askers share, so that a store that hangs blocks one thread.
        var probe: Task<Fault?, Never>?
    }

    private let state = Lock(State())
    private let lane = BlockingExecutor(width: 1)
    private let probe: @Sendable () throws -> Void
    private let deadline: @Sendable () async throws -> Void

    /// Creates the readiness of a server.
    ///
    /// - Parameters:
    ///   - deadline: Waits as long as the store may take to answer: two seconds by default.
    ///   - probe: Reads something trivial from the store.
    init(
        deadline: @escaping @Sendable () async throws -> Void = {
            try await Task.sleep(for: .seconds(2))
        },
        probe: @escaping @Sendable () throws -> Void
    ) {
        self.deadline = deadline
        self.probe = probe
    }

    /// Notes that the server is about to stop, so that it is not ready from now on.
    func beginShutdown() { state.withLock { $0.isShuttingDown = true } }

    /// Returns the reason why the server is not ready, or `nil` if it is.
    func fault() async -> Fault? {
        guard !state.withLock(\.isShuttingDown) else { return .shuttingDown }
        let probe = sharedProbe()
        let (answers, source) = AsyncStream.makeStream(
            of: Fault?.self,
            bufferingPolicy: .bufferingOldest(1)
        )
        Task { source.yield(await probe.value) }
        let timer = Task { [deadline] in
            do { try await deadline() } catch { return }
            source.yield(.storeSilent)
        }
        defer { timer.cancel() }
        // The stream ends early only if the asker has disconnected.
        return await answers.first { _ in true } ?? .storeSilent
    }

    private func sharedProbe() -> Task<Fault?, Never> {
        state.withLock { state in
            if let probe = state.probe { return probe }
            let probe = Task { [self] () -> Fault? in
                defer { self.state.withLock { $0.probe = nil } }
                do {
                    try await lane.run(self.probe)
                    return nil
                } catch TimelineError.storeTooNew {
                    return .storeTooNew
                } catch {
                    return .storeFailed
                }
            }
            state.probe = probe
            return probe
        }
    }
}
