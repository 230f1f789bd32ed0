import TimelineCrypto
import Testing

@testable import TimelineCore

@Suite("Keys and signatures")
struct KeyTests {
    private static let message = Array("message".utf8)
    private static let seed = [UInt8](repeating: 7, count: 32)

    /// The points of small order and their other encodings, most significant byte last.
    ///
    /// The first line of each pair is canonical unless x is 0 and the sign is set.
    private static let smallOrderPoints: [[UInt8]] = {
        let ys = [
            "0000000000000000000000000000000000000000000000000000000000000000",
            "0100000000000000000000000000000000000000000000000000000000000000",
            "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
            "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
            "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        ]
        return ys.map { bytes($0) } + ys.map { withSign(bytes($0)) }
    }()

    private static func withSign(_ point: [UInt8]) -> [UInt8] {
        point.dropLast() + point.suffix(1).map { $0 | 0x80 }
    }

    @Test("Points of small order are rejected", arguments: smallOrderPoints)
    func smallOrder(_ point: [UInt8]) {
        #expect(VerifyingKey(bytes: point) == nil)
    }

    @Test(
        "Points that are not canonical are rejected",
        arguments: 0xED...0xFF as ClosedRange<UInt8>
    )
    func notCanonical(_ byte: UInt8) {
        let point = [byte] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
        #expect(VerifyingKey(bytes: point) == nil)
        #expect(VerifyingKey(bytes: Self.withSign(point)) == nil)
    }

    @Test("The highest canonical coordinate below that of a small-order point is accepted")
    func canonical() {
        #expect(VerifyingKey(bytes: [0xEB] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]) != nil)
        #expect(VerifyingKey(bytes: [2] + [UInt8](repeating: 0, count: 31)) != nil)
        #expect(VerifyingKey(bytes: [UInt8](repeating: 2, count: 31)) == nil)
        #expect(VerifyingKey(bytes: [UInt8](repeating: 2, count: 33)) == nil)
    }

    /// A signature with R of small order, which an author can make without randomness.
    @Test("A signature with a small-order point is not valid")
    func smallOrderSignature() throws {
        let signature = bytes(
            """
            0100000000000000000000000000000000000000000000000000000000000000\
            d4c5323131ff9683cfb3d30197c786c9043f1052d6c2d5293f19d6f36b911104
            """
        )
        let key = try #require(SigningKey(seed: Self.seed)).verifyingKey
        #expect(!key.isValid(signature, for: Self.message))
    }

    @Test("A signature with a scalar that is not reduced is not valid")
    func scalar() throws {
        let point = "17ffad8068dc0de9935d36636f3ad1b5de6de3413b12388e453b05f2a4c1d3db"
        let reduced = "9786074f448c921316bbd8b661debbcfa1e951aa0578df1699fe0d1faafcc103"
        let notReduced = "845afdab5eefa46bec57d05940d89ae4a1e951aa0578df1699fe0d1faafcc113"
        let key = try #require(SigningKey(seed: Self.seed)).verifyingKey
        #expect(key.isValid(bytes(point + reduced), for: Self.message))
        #expect(!key.isValid(bytes(point + notReduced), for: Self.message))
    }

    @Test("A key with a small order would verify signatures of any message")
    func forgery() throws {
        let identity = [1] + [UInt8](repeating: 0, count: 31)
        let signature = identity + [UInt8](repeating: 0, count: 32)
        #expect(!Ed25519.isValid(signature, of: Self.message, by: identity))
        let author = try Author(1)
        for (root, device) in [
            (identity, author.phone.verifyingKey.bytes), (author.root.verifyingKey.bytes, identity),
        ] {
            var writer = CBORWriter()
            writer.array(7)
            writer.write(1 as UInt64)
            writer.write(author.id)
            writer.write(author.root.id)
            writer.write(stamp(1))
            writer.null()
            writer.write(RecordKind.keyAdded.rawValue)
            writer.array(3)
            writer.write(root)
            writer.write(device)
            writer.write([UInt8](repeating: 7, count: 32))
            #expect(throws: RecordError.invalidPoint) {
                try SignedRecord(bodyBytes: writer.bytes, signature: signature)
            }
        }
    }

    @Test("A key is created again from its seed")
    func seeds() throws {
        let key = SigningKey()
        let again = try #require(SigningKey(seed: key.seed))
        #expect(again.verifyingKey == key.verifyingKey && again.id == key.id)
        #expect(VerifyingKey(bytes: key.verifyingKey.bytes) == key.verifyingKey)
        #expect(SigningKey(seed: [1, 2, 3]) == nil)
        #expect(SigningKey().verifyingKey != key.verifyingKey)
    }

    @Test("User IDs are UUIDs of version 8")
    func userIDs() {
        for _ in 0..<20 {
            let id = User.ID(rootKey: SigningKey().verifyingKey)
            #expect(id.bytes[6] >> 4 == 8 && id.bytes[8] >> 6 == 2)
        }
    }
}
