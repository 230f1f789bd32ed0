/// An encrypted connection over a stream of bytes.
struct EncryptedStream<Stream: DuplexStream>: Sendable {
    let stream: Stream
    private(set) var channel: SecureChannel

    /// Performs a handshake.
    ///
    /// - Parameters:
    ///   - stream: The stream, which the peer also uses for a handshake.
    ///   - handshake: A handshake that has not started.
    ///   - timeout: The time for the whole handshake, in milliseconds.
    /// - Throws: ``SyncError/handshakeFailed``, ``SyncError/silence``, ``SyncError/disconnected`` or
    ///   ``SyncError/system(errno:)``.
    init(
        _ stream: Stream,
        performing handshake: SecureHandshake,
        timeout: UInt64
    ) throws(SyncError) {
        let deadline = Deadline(milliseconds: timeout)
        var handshake = handshake
        try stream.send(try handshake.advance(), patience: deadline.remaining)
        while true {
            guard let bytes = try stream.receive(within: deadline.remaining) else {
                throw .silence
            }
            guard !bytes.isEmpty else { throw .disconnected }
            try stream.send(try handshake.advance(with: bytes), patience: deadline.remaining)
            if let channel = try handshake.channel() {
                self.stream = stream
                self.channel = channel
                return
            }
        }
    }

    /// Runs a session to its end.
    ///
    /// - Parameters:
    ///   - session: A session that has not started.
    ///   - clock: Returns the time.
    /// - Returns: The outcome of the session. It can fail with any error of the stream, and with
    ///   ``SyncError/handshakeFailed`` if encrypted bytes were changed.
    mutating func run<Store>(
        _ session: inout SyncSession<Store>,
        clock: () -> SyncTime
    ) -> SessionOutcome {
        do throws(SyncError) {
            try send(session.start(at: clock()), of: &session, clock)
            // The first turn can arrive together with the last message of the handshake.
            try receive([], in: &session, clock)
            while true {
                if let outcome = session.outcome {
                    try stream.finish()
                    return outcome
                }
                try advance(&session, clock)
            }
        } catch {
            session.abort(error)
            return session.outcome ?? .failed(error)
        }
    }

    /// Waits for the next bytes, and sends the session's response.
    private mutating func advance<Store>(
        _ session: inout SyncSession<Store>,
        _ clock: () -> SyncTime
    ) throws(SyncError) {
        let interval = min(SessionLimits.checkInterval, session.configuration.silence)
        guard let bytes = try stream.receive(within: interval) else {
            return try send(session.checkSilence(at: clock()), of: &session, clock)
        }
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
        let plaintext = try channel.receive(bytes)
        try send(session.receive(plaintext, at: clock()), of: &session, clock)
    }

    private mutating func send<Store>(
        _ bytes: [UInt8],
        of session: inout SyncSession<Store>,
        _ clock: () -> SyncTime
    ) throws(SyncError) {
        guard !bytes.isEmpty else { return }
        do throws(SyncError) {
            try stream.send(try channel.seal(bytes), patience: session.configuration.silence)
            session.noteActivity(at: clock())
        } catch .disconnected {
            // The peer's last bytes may contain the reason, so read them next.
        }
    }
}
