package import TimelineCore

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

/// The handshake of an encrypted connection, without I/O: bytes in, bytes out.
///
/// The bytes are the same over TCP, pipes and HTTP.
package struct SecureHandshake: Sendable, Redacted {
    /// The Noise prologue, on which both sides must agree: the name and version of the protocol.
    static let prologue = Array(SigningDomain.sync.prefix.utf8)

    private var handshake: NoiseHandshake
    private var messages = HandshakeMessages()

    /// Starts a handshake.
    ///
    /// - Parameters:
    ///   - role: The role of this device.
    ///   - key: The box key of this device.
    package init(role: NoiseHandshake.Role, key: NoiseKey) {
        self.init(NoiseHandshake(role: role, staticKey: key, prologue: Self.prologue))
    }

    init(_ handshake: NoiseHandshake) {
        self.handshake = handshake
    }

    /// Processes the next bytes from the peer.
    ///
    /// - Parameter bytes: The bytes, or none to start as the initiator.
    /// - Returns: The bytes to send.
    /// - Throws: ``SyncError/handshakeFailed``.
    package mutating func advance(with bytes: [UInt8] = []) throws(SyncError) -> [UInt8] {
        messages.append(bytes)
        var output: [UInt8] = []
        while !handshake.isComplete {
            if handshake.isWriting {
                output += HandshakeMessages.framed(try handshake.write())
            } else if let message = try messages.next() {
                _ = try handshake.read(message)
            } else {
                break
            }
        }
        return output
    }

    /// Returns the encrypted connection, or `nil` before the last message.
    package func channel() throws(SyncError) -> SecureChannel? {
        guard handshake.isComplete else { return nil }
        return SecureChannel(try handshake.transport(), received: messages.received)
    }
}

/// An encrypted connection, without I/O.
package struct SecureChannel: Sendable, Redacted {
    private var transport: NoiseTransport
    /// The encrypted bytes that do not form a complete message yet.
    private var received: [UInt8]

    init(_ transport: NoiseTransport, received: [UInt8]) {
        self.transport = transport
        self.received = received
    }

    /// The box key that the peer has proved to own.
    package var peer: EncryptionKey { transport.peer }

    /// Encrypts bytes for the peer.
    ///
    /// - Throws: ``SyncError/handshakeFailed`` after 2^64 - 1 messages.
    package mutating func seal(_ bytes: [UInt8]) throws(SyncError) -> [UInt8] {
        try transport.seal(bytes)
    }

    /// Decrypts the complete messages among the bytes that have arrived from the peer.
    ///
    /// - Throws: ``SyncError/handshakeFailed`` if a message was changed, repeated or left out.
    mutating func receive(_ bytes: [UInt8]) throws(SyncError) -> [UInt8] {
        received += bytes
        return try transport.open(&received)
    }

    /// Decrypts bytes from the peer, which must end with a complete message.
    ///
    /// - Throws: ``SyncError/handshakeFailed`` if a message was changed, repeated or left out, and
    ///   ``SyncError/truncatedFrame`` if the last one is incomplete.
    package mutating func open(_ bytes: [UInt8] = []) throws(SyncError) -> [UInt8] {
        let plaintext = try receive(bytes)
        guard received.isEmpty else { throw .truncatedFrame }
        return plaintext
    }
}

/// Splits a stream of bytes into handshake messages, each prefixed with its length (2 bytes,
/// big-endian).
struct HandshakeMessages {
    /// The bytes that follow the last complete message.
    private(set) var received: [UInt8] = []

    /// Appends bytes from the peer.
    mutating func append(_ bytes: [UInt8]) {
        received += bytes
    }

    /// Removes and returns the next message, or returns `nil` until it is complete.
    ///
    /// - Throws: ``SyncError/handshakeFailed`` if it is too long.
    mutating func next() throws(SyncError) -> [UInt8]? {
        guard received.count >= 2 else { return nil }
        let length = Int(received[0]) << 8 | Int(received[1])
        // Most clients that speak another protocol fail here.
        guard length <= TCPLimits.handshakeMessage else { throw .handshakeFailed }
        guard received.count >= 2 + length else { return nil }
        defer { received.removeFirst(2 + length) }
        return Array(received[2..<2 + length])
    }

    /// Returns a message prefixed with its length.
    static func framed(_ message: [UInt8]) -> [UInt8] {
        [UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message
    }
}
