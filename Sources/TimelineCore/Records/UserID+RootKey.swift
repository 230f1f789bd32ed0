internal import TimelineCrypto

extension User.ID {
    /// Creates the ID of the user with the given root key.
    ///
    /// The ID consists of the first 16 bytes of SHA-256("timeline user 1", 0, root key), in which
    /// six bits are replaced with the version 8 and the variant of a UUID (RFC 9562, section 5.8).
    public init(rootKey: VerifyingKey) {
        var digest = SHA256.hash(SigningDomain.user.message(rootKey.bytes)).bytes.makeIterator()
        self.init(
            high: digest.bigEndian() & ~0xF000 | 0x8000,
            low: digest.bigEndian() & ~(0xC0 << 56) | 0x80 << 56
        )
    }
}
