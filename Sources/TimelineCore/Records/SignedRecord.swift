/// A well-formed record with a signature that has not been verified.
///
/// The values of a record are within their limits, and its IDs are bound to their authors. A
/// ``VerifiedRecord`` is one whose signature has been verified as well.
public struct SignedRecord: Hashable, Sendable {
    /// The maximum length of a record: 573,440 bytes.
    package static let maximumByteCount = 573_440
    /// The maximum nesting depth of arrays in a body: 5.
    ///
    /// The body itself is the outermost array.
    package static let maximumDepth = 5

    /// The record, as if its signature were valid.
    fileprivate let record: VerifiedRecord

    /// Reads a record and checks everything except its signature.
    ///
    /// - Parameter bytes: The bytes of one record. They may come from a stranger.
    /// - Throws: The ``RecordError`` that describes the first invalid value.
    public init(decoding bytes: [UInt8]) throws(RecordError) {
        guard bytes.count <= Self.maximumByteCount else { throw .tooLong(bytes: bytes.count) }
        var reader = CBORReader(bytes)
        try reader.array(of: 2)
        let body = try reader.byteString()
        let signature = try reader.byteString()
        try reader.finish()
        try self.init(bodyBytes: Array(body), signature: Array(signature))
    }

    /// Creates a record from its two parts, which an archive contains separately.
    ///
    /// - Parameters:
    ///   - bodyBytes: The encoded body, such as ``VerifiedRecord/bodyBytes``.
    ///   - signature: The 64 bytes of the signature, which is not verified.
    /// - Throws: The ``RecordError`` that describes the first invalid value.
    package init(bodyBytes: [UInt8], signature: [UInt8]) throws(RecordError) {
        record = try VerifiedRecord(unverified: bodyBytes, signature)
    }

    /// Creates a record for a receiver that verifies the signature again.
    package init(_ record: VerifiedRecord) {
        self.record = record
    }

    /// The SHA-256 of the signed bytes.
    public var id: RecordID { record.id }
    /// The ID of the user that claims to have made the record.
    public var author: User.ID { record.author }
    /// The time of the record.
    public var stamp: PushID { record.stamp }
    /// The statement that the record makes.
    public var content: RecordContent { record.content }
    /// The user whose followers' stores accept the record.
    public var scope: User.ID { record.scope }
    /// The deterministic CBOR encoding of the record.
    package var encoded: [UInt8] { record.encoded }
}

extension VerifiedRecord {
    /// Creates a verified record without verifying the signature.
    ///
    /// Repositories call this initializer for records that they read from their own tables.
    package init(unchecked record: SignedRecord) {
        self = record.record
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

    /// The record is longer than 573,440 bytes.
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
    /// The crypto library failed to sign a record.
    case signingFailed
}
