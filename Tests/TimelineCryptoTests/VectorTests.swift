import Foundation
import Testing

@testable import TimelineCrypto

/// Published test vectors, which show that every platform computes the same bytes.
@Suite("Cryptographic functions")
struct VectorTests {
    private func bytes(_ text: String) -> [UInt8] {
        let digits = text.filter(\.isHexDigit).compactMap { $0.hexDigitValue.map(UInt8.init) }
        return stride(from: 0, to: digits.count - 1, by: 2)
            .map { digits[$0] << 4 | digits[$0 + 1] }
    }

    @Test("SHA-256 of examples (FIPS 180-4), whole and in parts")
    func sha256() {
        let abc = bytes("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        let empty = bytes("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        let long = bytes("41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3")
        #expect(SHA256.hash(Array("abc".utf8)).bytes == abc)
        #expect(SHA256.hash(Data()).bytes == empty)
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 1000)
        #expect(SHA256.hash(text).bytes == long)
        for size in [1, 63, 64, 65, 999] {
            var hash = SHA256()
            for start in stride(from: 0, to: text.count, by: size) {
                hash.update(text[start..<min(start + size, text.count)])
            }
            #expect(hash.finalize().bytes == long)
        }
        // Not contiguous, so it is copied.
        #expect(SHA256.hash("abc".utf8.reversed().reversed()).bytes == abc)
    }

    @Test("HMAC-SHA256 (RFC 4231, cases 2 and 6)")
    func hmac() {
        let short = HMAC.code(
            of: Array("what do ya want for nothing?".utf8),
            key: Array("Jefe".utf8)
        )
        #expect(short == bytes("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
        let long = HMAC.code(
            of: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            key: [UInt8](repeating: 0xAA, count: 131)
        )
        #expect(long == bytes("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"))
    }

    @Test("HKDF-SHA256 (RFC 5869, case 1)")
    func hkdf() {
        let keys = HMAC.deriveKeys(
            from: [UInt8](repeating: 0x0B, count: 22),
            salt: Array(0...12),
            info: Array(0xF0...0xF9),
            count: 2
        )
        let expected = bytes(
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        )
        #expect(Array(keys.joined().prefix(42)) == expected)
    }

    @Test("ChaCha20-Poly1305 (RFC 8439, section 2.8.2)")
    func chaChaPoly() throws {
        let key = Array(0x80...0x9F) as [UInt8]
        let nonce = bytes("070000004041424344454647")
        let data = bytes("50515253c0c1c2c3c4c5c6c7")
        let message = """
            Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the \
            future, sunscreen would be it.
            """
        let expected = bytes(
            """
            d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fa\
            fb69da92728b1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4\
            fad675945585808b4831d7bc3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecb\
            d0600691
            """
        )
        let ciphertext = ChaChaPoly.encrypt(
            Array(message.utf8),
            key: key,
            nonce: nonce,
            authenticating: data
        )
        #expect(ciphertext == expected)
        func decrypt(_ bytes: [UInt8], _ data: [UInt8]) -> [UInt8]? {
            ChaChaPoly.decrypt(bytes, key: key, nonce: nonce, authenticating: data)
        }
        #expect(decrypt(expected, data) == Array(message.utf8))
        #expect(decrypt(expected, []) == nil)
        #expect(decrypt(expected.dropLast(), data) == nil)
        #expect(decrypt([], data) == nil)
        for index in [0, 50, expected.count - 1] {
            var changed = expected
            changed[index] ^= 1
            #expect(decrypt(changed, data) == nil)
        }
    }

    @Test("A box opens only with its key and its data")
    func boxes() throws {
        let key = randomBytes(ChaChaPoly.keyByteCount)
        for message in [[], [1, 2, 3]] as [[UInt8]] {
            let box = try #require(ChaChaPoly.seal(message, key: key, authenticating: [9]))
            #expect(box.count == message.count + 28)
            #expect(ChaChaPoly.open(box, key: key, authenticating: [9]) == message)
            #expect(ChaChaPoly.open(box, key: key, authenticating: []) == nil)
            #expect(ChaChaPoly.open(box, key: randomBytes(32), authenticating: [9]) == nil)
            #expect(ChaChaPoly.open(box, key: Array(key.dropLast()), authenticating: [9]) == nil)
            #expect(ChaChaPoly.open(box.dropLast(), key: key, authenticating: [9]) == nil)
        }
        #expect(ChaChaPoly.seal([1], key: [2], authenticating: []) == nil)
        #expect(ChaChaPoly.open([1], key: key, authenticating: []) == nil)
    }

    @Test("X25519 (RFC 7748, section 6.1)")
    func x25519() {
        let alice = bytes("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")
        let bob = bytes("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
        let alicePublic = bytes("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
        let bobPublic = bytes("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
        let secret = bytes("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
        #expect(X25519.publicKey(of: alice) == alicePublic)
        #expect(X25519.publicKey(of: bob) == bobPublic)
        #expect(X25519.secret(privateKey: alice, publicKey: bobPublic) == secret)
        #expect(X25519.secret(privateKey: bob, publicKey: alicePublic) == secret)
        #expect(X25519.publicKey(of: [1]) == nil)
        #expect(X25519.secret(privateKey: alice, publicKey: [1]) == nil)
        for first in [0, 1] as [UInt8] {
            let smallOrder = [first] + [UInt8](repeating: 0, count: 31)
            #expect(X25519.secret(privateKey: alice, publicKey: smallOrder) == nil)
        }
    }

    @Test("Ed25519 (RFC 8032, section 7.1, tests 1 and 2)")
    func ed25519() throws {
        let vectors = [
            (
                "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
                "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
                """
                e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e\
                39701cf9b46bd25bf5f0595bbe24655141438e7a100b
                """
            ),
            (
                "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
                "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
                """
                92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f\
                3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00
                """
            ),
        ]
        for (seed, publicKey, message, signature) in vectors {
            let key = try #require(Ed25519.PrivateKey(seed: bytes(seed)))
            #expect(key.publicKey == bytes(publicKey))
            #if !canImport(CryptoKit)
            #expect(key.signature(of: bytes(message)) == bytes(signature))
            #endif
            #expect(Ed25519.isValid(bytes(signature), of: bytes(message), by: key.publicKey))
            #expect(!Ed25519.isValid(bytes(signature), of: [1], by: key.publicKey))
        }
        #expect(Ed25519.PrivateKey(seed: [1]) == nil)
    }

    /// A key is the sum of a point of the prime order and one of order 8, made by a script that
    /// follows RFC 8032.
    ///
    /// libsodium's `crypto_core_ed25519_is_valid_point` rejects the point. The signature of the first
    /// message fulfils the equation of verification, since the hash is a multiple of 8; that of the
    /// second message fulfils it only if both sides are multiplied by 8.
    @Test("Keys of mixed order verify signatures without the cofactor")
    func mixedOrder() {
        let key = bytes("7cfd76a1a96769182282ba41734d6ee4e73908a8b30c1d845ba892b04e95329a")
        let valid = bytes(
            """
            b65457bde39eea68fa572d5748e87972b19cd274ea0533f8594c9dd0233bd7196c79494ca46d902383ef\
            c733df0f8d578e83610e669b01434b053b18a618d20b
            """
        )
        let withCofactorOnly = bytes(
            """
            bd1978aec82630870f2df1518ab3cf95a2ca92be86515a973a990f2db808c6ceee261199d85e5107fcd3\
            44370da32135f0f3b025f0ec9fbec33699e934beb102
            """
        )
        #expect(Ed25519.acceptsPoint(key))
        #expect(Ed25519.isValid(valid, of: Array("message 1".utf8), by: key))
        #expect(!Ed25519.isValid(withCofactorOnly, of: Array("message 0".utf8), by: key))
    }

    @Test("A comparison in constant time compares")
    func constantTime() {
        #expect(isEqualInConstantTime([1, 2, 3], [1, 2, 3]))
        #expect(!isEqualInConstantTime([1, 2, 3], [1, 2, 4]))
        #expect(!isEqualInConstantTime([1, 2, 3], [1, 2]))
        #expect(isEqualInConstantTime([], []))
    }
}
