import Testing
import TimelineTestSupport
import TimelineCore
import TimelineSync

@Suite("Root keys in pairing files")
struct PairingRootKeyTests {
    private let anna: Author
    private let password = Array("correct horse".utf8)

    init() throws { anna = try Author(1) }

    private func seal() throws -> PairingRootKey {
        var generator = SplitMix64(seed: 1)
        return try PairingRootKey(
            sealing: anna.root,
            secret: password,
            using: &generator,
            deriveKey: deriveTestKey
        )
    }

    @Test("A seal opens with the password of its user")
    func roundTrip() throws {
        let seal = try #require(PairingRootKey(bytes: try seal().bytes))
        #expect(seal.bytes.count == 76)
        let root = try seal.open(of: anna.id, secret: password, deriveKey: deriveTestKey)
        #expect(root.seed == anna.root.seed)
        #expect(!seal.bytes.contains(sequence: anna.root.seed))
    }

    @Test("Wrong passwords, other users and changed seals are rejected")
    func rejection() throws {
        let seal = try seal()
        #expect(throws: PairingError.wrongSecret) {
            try seal.open(of: anna.id, secret: [1], deriveKey: deriveTestKey)
        }
        #expect(throws: PairingError.wrongSecret) {
            try seal.open(of: try Author(2).id, secret: password, deriveKey: deriveTestKey)
        }
        for index in seal.bytes.indices {
            var bytes = seal.bytes
            bytes[index] ^= 1
            let changed = try #require(PairingRootKey(bytes: bytes))
            #expect(throws: PairingError.wrongSecret) {
                try changed.open(of: anna.id, secret: password, deriveKey: deriveTestKey)
            }
        }
        #expect(PairingRootKey(bytes: seal.bytes.dropLast()) == nil)
    }
}
