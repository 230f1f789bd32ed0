import Crypto

/// Derives a key quickly, unlike Argon2id.
func deriveTestKey(secret: [UInt8], salt: [UInt8]) -> [UInt8] {
    Array(SHA256.hash(data: salt + secret))
}
