public import TimelineRecords

/// An encrypted TCP connection to a device with a known box key.
///
/// The calls block, so do not call them on Swift's cooperative thread pool.
public struct SecureConnection: Sendable {
    private let socket: TCPSocket
    private var transport: NoiseTransport
    /// The encrypted bytes that do not form a complete message yet.
    private var received: [UInt8]

    init(_ socket: TCPSocket, _ transport: NoiseTransport, received: [UInt8]) {
        self.socket = socket
        self.transport = transport
        self.received = received
    }

    /// The box key that the peer has proved to own.
    ///
    /// Pass it to the session as ``SessionConfiguration/peer``. A device with an invitation first
    /// compares it with ``InvitationLink/box``.
    public var peer: BoxKey { transport.peer }

    /// Runs a session to its end, then closes the connection.
    ///
    /// - Parameters:
    ///   - session: A session that has not started.
    ///   - clock: Returns the time.
    /// - Returns: The outcome of the session. It can fail with ``SyncError/handshakeFailed`` if
    ///   encrypted bytes were changed, with ``SyncError/silence`` if the peer neither sends nor
    ///   accepts bytes, and with ``SyncError/system(errno:)``.
    public mutating func run<Store>(
        _ session: inout SyncSession<Store>,
        clock: () -> SyncTime
    ) -> SessionOutcome {
        defer { socket.shutDown() }
        do throws(SyncError) {
            try send(session.start(at: clock()), of: &session, clock)
            if !received.isEmpty { try receive([], in: &session, clock) }
            while true {
                if let outcome = session.outcome {
                    try close(after: session)
                    return outcome
                }
                try advance(&session, clock)
            }
        } catch {
            session.abort(error)
            return session.outcome ?? .failed(error)
        }
    }

    /// Ends the connection.
    ///
    /// It may be called on any thread, for example through a copy of the connection. A session that
    /// is waiting for the peer then fails.
    public func close() {
        socket.shutDown()
    }

    /// Waits for the next bytes, and sends the session's response.
    private mutating func advance<Store>(
        _ session: inout SyncSession<Store>,
        _ clock: () -> SyncTime
    ) throws(SyncError) {
        let interval = min(TCPLimits.checkInterval, session.configuration.silence)
        guard try socket.descriptor.isReady(for: .input, within: interval) else {
            return try send(session.checkSilence(at: clock()), of: &session, clock)
        }
        guard let bytes = try socket.receive() else { return }
        if bytes.isEmpty {
            session.disconnect()
        } else {
            try receive(bytes, in: &session, clock)
        }
    }

    private mutating func receive<Store>(
        _ bytes: [UInt8],
        in session: inout SyncSession<Store>,
        _ clock: () -> SyncTime
    ) throws(SyncError) {
        received += bytes
        let plaintext = try transport.open(&received)
        try send(session.receive(plaintext, at: clock()), of: &session, clock)
    }

    private mutating func send<Store>(
        _ bytes: [UInt8],
        of session: inout SyncSession<Store>,
        _ clock: () -> SyncTime
    ) throws(SyncError) {
        guard !bytes.isEmpty else { return }
        do throws(SyncError) {
            let sealed = try transport.seal(bytes)
            try socket.send(sealed, patience: session.configuration.silence)
            session.noteActivity(at: clock())
        } catch .disconnected {
            // The peer's last bytes may contain the reason, so read them next.
        }
    }

    /// Waits until the peer has received everything.
    ///
    /// If a socket is closed while bytes arrive, the system discards the last bytes sent, such as
    /// the reason for a failure.
    private func close<Store>(after session: SyncSession<Store>) throws(SyncError) {
        socket.endOutput()
        let deadline = Deadline(milliseconds: TCPLimits.closing)
        var byteCount = 0
        while byteCount <= SessionLimits.turn, deadline.remaining > 0 {
            guard
                try socket.descriptor.isReady(for: .input, within: deadline.remaining)
            else { return }
            guard let bytes = try socket.receive() else { continue }
            if bytes.isEmpty { return }
            byteCount += bytes.count
        }
    }
}
