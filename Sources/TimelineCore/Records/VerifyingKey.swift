internal import TimelineCrypto

/// A public Ed25519 key: a user's root key or a device key.
public struct VerifyingKey: ByteValue {
    /// The length of every key: 32 bytes.
    public static let byteCount = Bytes32.byteCount

    private let storage: Bytes32

    /// Creates a key from its bytes.
    ///
    /// Returns `nil` if there are not exactly 32 bytes, if the encoding is not canonical, or if the
    /// point has a small order. Bytes that encode no point at all are accepted, because no
    /// signature is valid for them.
    public init?(bytes: some Collection<UInt8>) {
        guard let storage = Bytes32(bytes: bytes), Ed25519.acceptsPoint(bytes) else {
            return nil
        }
        self.storage = storage
    }

    /// The 32 bytes of the key.
    public var bytes: [UInt8] { storage.bytes }

    /// Returns whether the first differing byte of `left` is lower than that of `right`.
    public static func < (left: Self, right: Self) -> Bool { left.storage < right.storage }

    /// The ID of the key: the first 8 bytes of SHA-256("timeline key 1", 0, key).
    public var id: KeyID {
        var digest = SHA256.hash(SigningDomain.key.message(bytes)).bytes.makeIterator()
        return KeyID(number: digest.bigEndian())
    }

    /// Returns whether the key's owner has signed a message.
    ///
    /// - Parameters:
    ///   - signature: The 64 bytes of the signature. Signatures with a small-order or non-canonical
    ///     point, or with a scalar that is not reduced, are never valid.
    ///   - message: The message, including its domain.
    /// - Returns: Whether the signature is valid.
    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        Ed25519.isValid(signature, of: message, by: bytes)
    }
}
