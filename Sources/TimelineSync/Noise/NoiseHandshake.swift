package import TimelineCore
import TimelineCrypto

/// The handshake Noise_XX_25519_ChaChaPoly_SHA256, in which both sides prove that they own their
/// static keys.
///
/// The initiator writes the first and third message, the responder the second:
/// `e`, then `e, ee, s, es`, then `s, se` (Noise specification, revision 34). The static keys are
/// encrypted. After the third message, both sides call ``transport()`` and compare
/// ``NoiseTransport/peer`` with the box key of a known device.
package struct NoiseHandshake: Sendable, Redacted {
    /// The side of the handshake that a device takes.
    package enum Role: Hashable, Sendable {
        /// Writes the first message.
        case initiator
        /// Reads the first message.
        case responder
    }

    /// The number of messages of the handshake.
    private static let messageCount = 3
    private static let keyByteCount = EncryptionKey.byteCount

    private let role: Role
    private let staticKey: NoiseKey
    private let ephemeralKey: NoiseKey
    private var state: NoiseSymmetricState
    private var peerStatic: [UInt8] = []
    private var peerEphemeral: [UInt8] = []
    /// The number of messages written and read.
    private var messages = 0

    /// Starts a handshake.
    ///
    /// - Parameters:
    ///   - role: The role of this device.
    ///   - staticKey: The box key of this device.
    ///   - ephemeralKey: A new random key, which is used in this handshake only.
    ///   - prologue: Data on which both sides must agree.
    package init(
        role: Role,
        staticKey: NoiseKey,
        ephemeralKey: NoiseKey = NoiseKey(),
        prologue: [UInt8] = []
    ) {
        self.role = role
        self.staticKey = staticKey
        self.ephemeralKey = ephemeralKey
        state = NoiseSymmetricState(
            protocolName: "Noise_XX_25519_ChaChaPoly_SHA256",
            prologue: prologue
        )
    }

    /// Whether all messages have been written and read.
    package var isComplete: Bool { messages == Self.messageCount }

    /// Whether this side writes the next message.
    package var isWriting: Bool {
        !isComplete && (messages.isMultiple(of: 2) == (role == .initiator))
    }

    /// Returns the next message of this side.
    ///
    /// - Parameter payload: Data for the other side. It is not encrypted in the first message.
    /// - Returns: The message.
    /// - Throws: ``SyncError/handshakeFailed``.
    package mutating func write(_ payload: [UInt8] = []) throws(SyncError) -> [UInt8] {
        guard isWriting else { throw .handshakeFailed }
        var message: [UInt8] = []
        if messages < 2 {
            message += ephemeralKey.publicBytes
            state.mix(hash: ephemeralKey.publicBytes)
        }
        if messages == 1 { state.mix(key: try ephemeralKey.secret(with: peerEphemeral)) }
        if messages > 0 {
            message += try state.seal(staticKey.publicBytes)
            state.mix(key: try staticKey.secret(with: peerEphemeral))
        }
        message += try state.seal(payload)
        messages += 1
        return message
    }

    /// Reads the next message from the other side.
    ///
    /// - Parameter message: The message.
    /// - Returns: The payload.
    /// - Throws: ``SyncError/handshakeFailed`` if the message was changed, is too short, or does
    ///   not belong to this handshake. Close the connection.
    package mutating func read(_ message: [UInt8]) throws(SyncError) -> [UInt8] {
        guard !isWriting, !isComplete else { throw .handshakeFailed }
        var rest = message[...]
        if messages < 2 {
            peerEphemeral = try Self.take(Self.keyByteCount, from: &rest)
            state.mix(hash: peerEphemeral)
        }
        if messages == 1 { state.mix(key: try ephemeralKey.secret(with: peerEphemeral)) }
        if messages > 0 {
            let sealed = try Self.take(Self.keyByteCount + state.overhead, from: &rest)
            peerStatic = try state.open(sealed)
            state.mix(key: try ephemeralKey.secret(with: peerStatic))
        }
        let payload = try state.open(Array(rest))
        messages += 1
        return payload
    }

    /// Returns the transport after the last message.
    ///
    /// - Throws: ``SyncError/handshakeFailed`` before the last message.
    package func transport() throws(SyncError) -> NoiseTransport {
        guard isComplete, let peer = EncryptionKey(bytes: peerStatic) else {
            throw .handshakeFailed
        }
        let keys = state.split()
        return switch role {
        case .initiator:
            NoiseTransport(peer: peer, sending: keys.initiator, receiving: keys.responder)
        case .responder:
            NoiseTransport(peer: peer, sending: keys.responder, receiving: keys.initiator)
        }
    }

    private static func take(
        _ count: Int,
        from bytes: inout ArraySlice<UInt8>
    ) throws(SyncError) -> [UInt8] {
        guard bytes.count >= count else { throw .handshakeFailed }
        defer { bytes = bytes.dropFirst(count) }
        return Array(bytes.prefix(count))
    }
}

/// A private X25519 key, such as the box key of a device.
package struct NoiseKey: Sendable, Redacted {
    /// The 32 bytes of the private key.
    ///
    /// Store them only sealed or in private tables.
    package let bytes: [UInt8]
    /// The 32 bytes of the public key.
    package let publicBytes: [UInt8]

    /// Creates a random key with the system's secure random number generator.
    package init() {
        while true {
            if let key = NoiseKey(bytes: randomBytes(X25519.byteCount)) {
                self = key
                return
            }
        }
    }

    /// Creates a key from its 32 bytes.
    ///
    /// Returns `nil` unless there are exactly 32 bytes.
    package init?(bytes: [UInt8]) {
        guard let publicBytes = X25519.publicKey(of: bytes) else { return nil }
        (self.bytes, self.publicBytes) = (bytes, publicBytes)
    }

    /// The public key.
    ///
    /// It is never `nil`, because every public key has 32 bytes.
    package var encryptionKey: EncryptionKey? { EncryptionKey(bytes: publicBytes) }

    /// Computes the secret that this key shares with a public key.
    ///
    /// - Throws: ``SyncError/handshakeFailed`` if the public key is a point of small order.
    func secret(with publicKey: [UInt8]) throws(SyncError) -> [UInt8] {
        guard let secret = X25519.secret(privateKey: bytes, publicKey: publicKey) else {
            throw .handshakeFailed
        }
        return secret
    }
}
