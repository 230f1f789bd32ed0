internal import TimelineCrypto

/// A well-formed record with a signature that has not been verified.
///
/// The values of a record are within their limits, and its IDs are bound to their authors. A
/// ``VerifiedRecord`` is one whose signature has been verified as well.
public struct SignedRecord: Sendable {
    /// The maximum length of a record: 409,600 bytes.
    package static let maximumByteCount = 409_600
    /// The maximum nesting depth of arrays in a body: 5.
    ///
    /// The body itself is the outermost array.
    package static let maximumDepth = 5

    /// The statement and its author.
    public let body: RecordBody
    /// The SHA-256 of the signed bytes.
    public let id: RecordID
    /// The encoded body.
    public let bodyBytes: [UInt8]
    /// The 64 bytes of the Ed25519 signature over "timeline record 1", 0, body.
    public let signature: [UInt8]

    /// Reads a record and checks everything except its signature.
    ///
    /// - Parameter bytes: The bytes of one record. They may come from a stranger.
    /// - Throws: The ``RecordError`` that describes the first invalid value.
    package init(decoding bytes: [UInt8]) throws(RecordError) {
        guard bytes.count <= Self.maximumByteCount else { throw .tooLong(bytes: bytes.count) }
        var reader = CBORReader(bytes)
        try reader.array(of: 2)
        let body = try reader.byteString()
        let signature = try reader.byteString()
        try reader.finish()
        try self.init(bodyBytes: Array(body), signature: Array(signature))
    }

    /// Signs a body.
    ///
    /// The body is checked in the same way as the body of a record from a stranger.
    ///
    /// - Parameters:
    ///   - body: The body to sign.
    ///   - key: The author's root key or device key, depending on the kind of the record.
    /// - Throws: ``RecordError/wrongSigningKey(_:)`` if the body has a different key ID, or the
    ///   error that describes the first invalid value.
    package init(signing body: RecordBody, with key: SigningKey) throws(RecordError) {
        guard body.key == key.id else { throw .wrongSigningKey(key.id) }
        try body.check()
        let bytes = body.encoded
        let signature = try key.signature(for: SigningDomain.record.message(bytes))
        try self.init(body, bytes, signature)
    }

    /// Creates a record from its two parts, which an archive contains separately.
    ///
    /// - Parameters:
    ///   - bodyBytes: The encoded body, such as ``RecordBody/encoded``.
    ///   - signature: The 64 bytes of the signature, which is not verified.
    /// - Throws: The ``RecordError`` that describes the first invalid value.
    package init(bodyBytes: [UInt8], signature: [UInt8]) throws(RecordError) {
        guard signature.count == SigningKey.signatureByteCount else { throw .malformed }
        try self.init(try RecordBody(decoding: bodyBytes), bodyBytes, signature)
    }

    private init(
        _ body: RecordBody,
        _ bodyBytes: [UInt8],
        _ signature: [UInt8]
    ) throws(RecordError) {
        let byteCount = Self.byteCount(bodyOf: bodyBytes.count)
        guard byteCount <= Self.maximumByteCount else { throw .tooLong(bytes: byteCount) }
        self.body = body
        self.bodyBytes = bodyBytes
        self.signature = signature
        let digest = SHA256.hash(SigningDomain.record.message(bodyBytes))
        id = RecordID(Bytes32(reading: digest.bytes))
    }

    /// The deterministic CBOR encoding of the record, which contains the body and the signature as
    /// byte strings.
    package var encoded: [UInt8] {
        var writer = CBORWriter()
        writer.array(2)
        writer.write(bodyBytes)
        writer.write(signature)
        return writer.bytes
    }

    /// Returns the length in bytes of a record with a body of the given length.
    ///
    /// A record consists of the head of the array, the head of the body, the body, the head of the
    /// signature, and the signature.
    private static func byteCount(bodyOf count: Int) -> Int {
        let head = count < 24 ? 1 : count < 0x100 ? 2 : count < 0x1_0000 ? 3 : 5
        return 1 + head + count + 2 + SigningKey.signatureByteCount
    }

    /// Returns whether the signature was made with a key.
    func isSigned(by key: VerifyingKey) -> Bool {
        key.isValid(signature, for: SigningDomain.record.message(bodyBytes))
    }
}

extension SignedRecord: Hashable {
    /// Returns whether two records have equal bodies and signatures.
    public static func == (left: Self, right: Self) -> Bool {
        left.id == right.id && left.signature == right.signature
    }

    /// Hashes the ID.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}

/// The ID of a record: the SHA-256 of its signed bytes.
///
/// The signature is not part of the ID, so a record that is signed twice has one ID.
public struct RecordID: ByteValue {
    /// The length of every ID: 32 bytes.
    public static let byteCount = Bytes32.byteCount

    private let storage: Bytes32

    init(_ storage: Bytes32) {
        self.storage = storage
    }

    /// Creates an ID from its bytes.
    ///
    /// Returns `nil` unless there are exactly 32 bytes.
    public init?(bytes: some Collection<UInt8>) {
        guard let storage = Bytes32(bytes: bytes) else { return nil }
        self.storage = storage
    }

    /// The first 16 bytes as two big-endian numbers.
    var leadingWords: (UInt64, UInt64) { (storage.words.0, storage.words.1) }

    /// The 32 bytes of the ID.
    public var bytes: [UInt8] { storage.bytes }

    /// Returns whether the first differing byte of `left` is lower than that of `right`.
    public static func < (left: Self, right: Self) -> Bool { left.storage < right.storage }
}

/// The reason why a record is rejected.
///
/// Rejections are permanent, except for ``unknownKey(_:)``. A record with an unknown key becomes
/// valid once the record that adds the key has arrived.
public enum RecordError: Error, Hashable, Sendable {
    // MARK: Encoding

    /// The record is longer than 409,600 bytes.
    ///
    /// `bytes` is the length of the rejected record.
    case tooLong(bytes: Int)
    /// The record ends within a value, or a length exceeds the remaining bytes.
    case truncated
    /// Bytes follow the record or its body.
    ///
    /// `count` is the number of these bytes.
    case trailingBytes(count: Int)
    /// A number or length has an encoding that is not the shortest one.
    case notShortest
    /// A value is a map, a tag, a float, a Boolean, another simple value, or has indefinite length.
    ///
    /// `initialByte` is the first byte of the value.
    case unsupportedValue(initialByte: UInt8)
    /// The bytes of a text string are not valid UTF-8.
    case invalidUTF8
    /// Arrays are nested more than five levels deep.
    case tooDeep

    // MARK: Structure

    /// The first number of the body is not 1, the only version that this module can read.
    case unsupportedVersion(UInt64)
    /// A value has a type, a length or a number of elements that its place in the record does not
    /// allow.
    case malformed
    /// The home of the record is its own author, which must be encoded as null.
    case homeIsAuthor
    /// The record has a home, but its kind cannot concern a post by another user.
    case unexpectedHome

    // MARK: Content

    /// A profile record sets a field other than 1 to 5.
    case unknownProfileField(UInt64)
    /// The format of a photo has an unknown number.
    case unknownPhotoFormat(UInt64)
    /// A value exceeds its limits, such as an empty comment or a post without photos.
    ///
    /// A user who enters such a value gets the same error.
    case invalidValue(TimelineError)
    /// A part of a revocation has a number above the number of parts, or its list is too long, not
    /// in ascending order, or contains a record twice.
    case invalidRevocation

    // MARK: Ownership

    /// The nonce does not bind the given ID of a post or comment to its author.
    case unboundID(PushID)
    /// The stamp of a post's record is lower than the ID of the post.
    case stampBeforePost
    /// The author's ID is not derived from the root key, or the key ID is not that of the root key.
    case wrongRoot
    /// A record revokes the root key, or adds a device key that has the root key's ID.
    case rootKeyIsNotADevice
    /// A public key or a signature contains a small-order or non-canonical Ed25519 point.
    case invalidPoint

    // MARK: Signatures

    /// The author has no known key with the given ID that may sign records of this kind.
    case unknownKey(KeyID)
    /// The signature does not match the body.
    case invalidSignature
    /// The key that signs a record does not have the key ID in the record's body.
    case wrongSigningKey(KeyID)
    /// The crypto library failed to sign a record.
    case signingFailed
}
