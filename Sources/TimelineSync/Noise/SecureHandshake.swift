package import TimelineCore

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
    ///
    /// - Throws: ``SyncError/handshakeFailed``.
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
