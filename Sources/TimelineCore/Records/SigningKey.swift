internal import TimelineCrypto

/// A private Ed25519 key, which signs records.
///
/// ```swift
/// let root = SigningKey()
/// let user = User.ID(rootKey: root.verifyingKey)
/// ```
package struct SigningKey: Sendable, Redacted {
    /// The length of a signature in bytes.
    static let signatureByteCount = Ed25519.signatureByteCount

    private let key: Ed25519.PrivateKey

    /// The public key.
    package let verifyingKey: VerifyingKey
    /// The ID of the public key.
    package let id: KeyID

    /// Creates a random key with the system's secure random number generator.
    package init() {
        while true {
            if let key = SigningKey(seed: randomBytes(Ed25519.keyByteCount)) {
                self = key
                return
            }
        }
    }

    /// Creates a key from its seed (RFC 8032, section 5.1.5).
    ///
    /// Returns `nil` unless there are exactly 32 bytes, or if the public key has a small order,
    /// which does not happen in practice.
    package init?(seed: [UInt8]) {
        guard let key = Ed25519.PrivateKey(seed: seed),
            let verifyingKey = VerifyingKey(bytes: key.publicKey)
        else { return nil }
        self.key = key
        self.verifyingKey = verifyingKey
        id = verifyingKey.id
    }

    /// The 32 bytes from which the key can be created again.
    ///
    /// Store them only sealed or in private tables.
    package var seed: [UInt8] { key.seed }

    /// Signs a message, including its domain.
    ///
    /// - Returns: The 64 bytes of the signature. On Apple platforms, each call returns different
    ///   bytes.
    /// - Throws: ``RecordError/signingFailed`` if the crypto library fails.
    func signature(for message: [UInt8]) throws(RecordError) -> [UInt8] {
        guard let signature = key.signature(of: message) else { throw .signingFailed }
        return signature
    }
}

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
    package var id: KeyID {
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

/// The purpose of a hash, a signature or an encryption.
///
/// Bytes that are hashed, signed or authenticated for one purpose are never valid for another
/// purpose, because they start with the name of the purpose.
package enum SigningDomain: String {
    case user
    case key
    case name
    case record
    case `private`
    case root
    case sync

    /// The text "timeline", the purpose and the version 1, separated by spaces.
    package var prefix: String { ["timeline", rawValue, "1"].joined(separator: " ") }

    /// Returns the prefix, then a null byte and the given bytes.
    package func message(_ bytes: [UInt8]) -> [UInt8] {
        let prefix = prefix
        var message: [UInt8] = []
        message.reserveCapacity(prefix.utf8.count + 1 + bytes.count)
        message += prefix.utf8
        message.append(0)
        message += bytes
        return message
    }
}

/// The ID of a signing key: the first 8 bytes of SHA-256("timeline key 1", 0, public key).
///
/// A key ID is unique only among the keys of one user, and only if that user is honest.
public struct KeyID: ByteValue {
    /// The length of every key ID: 8 bytes.
    public static let byteCount = 8

    /// The bytes as a big-endian number.
    let number: UInt64

    init(number: UInt64) {
        self.number = number
    }

    /// Creates a key ID from its bytes.
    ///
    /// Returns `nil` unless there are exactly 8 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        var iterator = bytes.makeIterator()
        number = iterator.bigEndian()
    }

    /// The 8 bytes of the key ID.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: number)
        return bytes
    }

    /// Returns whether the first differing byte of `left` is lower than that of `right`.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// A device's public X25519 key, which encrypts sessions.
///
/// Records carry the key but do not use it.
public struct EncryptionKey: ByteValue {
    /// The length of every key: 32 bytes.
    public static let byteCount = Bytes32.byteCount

    private let storage: Bytes32

    /// Creates a key from its bytes.
    ///
    /// Returns `nil` unless there are exactly 32 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard let storage = Bytes32(bytes: bytes) else { return nil }
        self.storage = storage
    }

    /// Creates a key from its bytes as four big-endian numbers.
    package init(words: (UInt64, UInt64, UInt64, UInt64)) {
        storage = Bytes32(words: words)
    }

    /// The 32 bytes of the key.
    public var bytes: [UInt8] { storage.bytes }

    /// Returns whether the first differing byte of `left` is lower than that of `right`.
    public static func < (left: Self, right: Self) -> Bool { left.storage < right.storage }
}

/// The public keys of a user's device, which the user's root key certifies.
public struct DeviceCertificate: Hashable, Sendable {
    /// The user's root key.
    package let root: VerifyingKey
    /// The key that signs the device's records.
    package let device: VerifyingKey
    /// The key that encrypts the device's sessions.
    package let box: EncryptionKey

    /// Creates a certificate.
    package init(root: VerifyingKey, device: VerifyingKey, box: EncryptionKey) {
        self.root = root
        self.device = device
        self.box = box
    }
}

extension User.ID {
    /// Creates the ID of the user with the given root key.
    ///
    /// The ID consists of the first 16 bytes of SHA-256("timeline user 1", 0, root key), in which
    /// six bits are replaced with the version 8 and the variant of a UUID (RFC 9562, section 5.8).
    package init(rootKey: VerifyingKey) {
        var digest = SHA256.hash(SigningDomain.user.message(rootKey.bytes)).bytes.makeIterator()
        self.init(
            high: digest.bigEndian() & ~0xF000 | 0x8000,
            low: digest.bigEndian() & ~(0xC0 << 56) | 0x80 << 56
        )
    }
}

/// Private data that a device has signed for its user's other devices.
///
/// A folder that only these devices share is encrypted, but the finder of a lost device has its
/// key. The signature proves which device has written a file.
package enum PrivateFile {
    /// Returns data with a signature.
    ///
    /// - Parameters:
    ///   - data: The data.
    ///   - key: The key of the device.
    /// - Returns: The 64 bytes of the signature over "timeline private 1", 0 and the data, then the
    ///   data.
    /// - Throws: ``RecordError/signingFailed`` if the crypto library fails.
    package static func encode(
        _ data: [UInt8],
        signedBy key: SigningKey
    ) throws(RecordError) -> [UInt8] {
        try key.signature(for: SigningDomain.private.message(data)) + data
    }

    /// Returns the data of a file, or `nil` if the device has not signed it.
    package static func decode(_ file: [UInt8], signedBy key: VerifyingKey) -> [UInt8]? {
        let signature = Array(file.prefix(SigningKey.signatureByteCount))
        let data = Array(file.dropFirst(SigningKey.signatureByteCount))
        guard key.isValid(signature, for: SigningDomain.private.message(data)) else { return nil }
        return data
    }
}

/// A value with secrets, such as private keys, which are omitted from its description and mirror.
///
/// Descriptions end up in logs and error messages, where a secret must never appear.
package protocol Redacted: CustomStringConvertible, CustomReflectable {}

extension Redacted {
    /// The name of the type.
    public var description: String { "\(Self.self)" }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
