import TimelineCrypto

/// Derives a key quickly, unlike Argon2id.
func deriveTestKey(secret: [UInt8], salt: [UInt8]) -> [UInt8] {
    SHA256.hash(salt + secret).bytes
}
