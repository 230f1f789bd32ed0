internal import TimelineCrypto

/// A well-formed record with a signature that has not been verified.
///
/// The values of a record are within their limits, and its IDs are bound to their authors. Pass the
/// record to ``KeyDirectory/verify(_:)`` to verify that its author has signed it.
public struct SignedRecord: Sendable {
    /// The maximum length of a record: 409,600 bytes.
    public static let maximumByteCount = 409_600
    /// The maximum nesting depth of arrays in a body: 5.
    ///
    /// The body itself is the outermost array.
    public static let maximumDepth = 5

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
    public init(decoding bytes: [UInt8]) throws(RecordError) {
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
    public init(signing body: RecordBody, with key: SigningKey) throws(RecordError) {
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
    public init(bodyBytes: [UInt8], signature: [UInt8]) throws(RecordError) {
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
    public var encoded: [UInt8] {
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
