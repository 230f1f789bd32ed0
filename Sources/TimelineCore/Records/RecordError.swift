/// The reason why a record is rejected.
///
/// Rejections are permanent, except for ``unknownKey(_:)``. A record with an unknown key becomes
/// valid once the record that adds the key has arrived.
public enum RecordError: Error, Hashable, Sendable {
    // MARK: Encoding

    /// The record is longer than ``SignedRecord/maximumByteCount``.
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
    /// Arrays are nested more than ``SignedRecord/maximumDepth`` levels deep.
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
