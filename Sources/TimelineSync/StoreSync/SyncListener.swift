package import TimelineCore

/// Serves the connections of a `TCPListener`, at most `TCPLimits.connections` at a time.
///
/// One more ends the oldest connection whose peer has not been admitted, so that silent strangers
/// never block known devices. If all peers have been admitted, it ends the oldest connection of
/// those that have several. While each peer has one, further connections wait.
package final class SyncListener: Sendable {
    private struct State {
        var connections: [Int: TCPConnection] = [:]
        /// The numbers of the connections that any other one may end.
        var strangers: Set<Int> = []
        /// The box keys of the admitted peers, by the numbers of their connections.
        var peers: [Int: EncryptionKey] = [:]
        var lastNumber = 0
        /// The listener, while it waits until one connection too many has ended.
        var waiter: CheckedContinuation<Void, Never>?

        /// The oldest connection of the admitted peers that have several.
        var oldestDuplicate: Int? {
            Dictionary(grouping: peers.keys) { peers[$0] }.values
                .filter { $0.count > 1 }.joined().min()
        }
    }

    private let listener: TCPListener
    private let limit: Int
    private let state = Lock(State())
    private let lane = BlockingExecutor(width: 1)

    /// Creates a listener that has not started.
    package convenience init(_ listener: TCPListener) {
        self.init(listener, limit: TCPLimits.connections)
    }

    /// Creates a listener with a maximum number of connections.
    init(_ listener: TCPListener, limit: Int) {
        self.listener = listener
        self.limit = limit
    }

    /// Serves connections until ``stop()`` is called and all of them have ended.
    ///
    /// An error of `serve` also stops it.
    ///
    /// - Parameter serve: Serves a connection with ``StoreSync/serve(_:budget:onProgress:)``, and
    ///   calls its second argument once the peer is known; see ``SyncProgress/peer``. Only the first
    ///   call has an effect.
    /// - Throws: `SyncError.system(errno:)` if no more connections can be accepted, or an error of
    ///   `serve`.
    package func run(
        _ serve:
            @escaping @Sendable (
                TCPConnection,
                _ admit: @escaping @Sendable (EncryptionKey) -> Void
            ) async throws -> Void
    ) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            while let connection = try await next() {
                let number = add(connection)
                if listener.isStopped { connection.close() }
                group.addTask { [self] in
                    defer { remove(number) }
                    do {
                        try await serve(connection) { self.admit($0, number) }
                    } catch {
                        // Without an end, the listener would accept connections that it never serves.
                        stop()
                        throw error
                    }
                }
                // Later connections wait in the queue of the system.
                await waitForRoom()
            }
        }
    }

    /// Stops listening, and ends all connections.
    ///
    /// It may be called on any thread.
    package func stop() {
        listener.stop()
        for connection in state.withLock(\.connections).values { connection.close() }
    }

    /// Waits for the next connection, or returns `nil` once the listener has been stopped.
    private func next() async throws -> TCPConnection? {
        while !listener.isStopped {
            let connection = try await lane.run { [listener] in
                try listener.accept(timeout: 60_000)
            }
            if let connection { return connection }
        }
        return nil
    }

    // MARK: Connections

    /// Waits while one connection too many is open.
    private func waitForRoom() async {
        await withCheckedContinuation { continuation in
            let hasRoom = state.withLock { state in
                if state.connections.count <= limit { return true }
                state.waiter = continuation
                return false
            }
            if hasRoom { continuation.resume() }
        }
    }

    /// Adds a connection with an unknown peer, and returns its number.
    private func add(_ connection: TCPConnection) -> Int {
        state.withLock { state in
            if state.connections.count >= limit,
                let oldest = state.strangers.min() ?? state.oldestDuplicate
            {
                state.strangers.remove(oldest)
                state.peers[oldest] = nil
                state.connections[oldest]?.close()
            }
            state.lastNumber += 1
            state.connections[state.lastNumber] = connection
            state.strangers.insert(state.lastNumber)
            return state.lastNumber
        }
    }

    private func admit(_ peer: EncryptionKey, _ number: Int) {
        state.withLock { state in
            guard state.strangers.remove(number) != nil else { return }
            state.peers[number] = peer
        }
    }

    private func remove(_ number: Int) {
        let waiter = state.withLock { state in
            state.connections[number] = nil
            state.strangers.remove(number)
            state.peers[number] = nil
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }
}
