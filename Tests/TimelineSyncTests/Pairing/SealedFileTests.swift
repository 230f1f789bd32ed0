import TimelineCore
import Testing
import TimelineTestSupport

@testable import TimelineSync

@Suite("Sealed files")
struct SealedFileTests {
    private let secret = Array("X7QK93MDTTRV".utf8)
    private let contents = Array("anna@example.org".utf8)

    private func file(
        _ purpose: SealedFile.Purpose = .pairing,
        seed: UInt64 = 1
    ) throws
        -> SealedFile
    {
        var generator = SplitMix64(seed: seed)
        return try SealedFile(
            sealing: contents,
            purpose: purpose,
            secret: secret,
            using: &generator,
            deriveKey: deriveTestKey
        )
    }

    @Test("A file opens with its secret", arguments: SealedFile.Purpose.allCases)
    func roundTrip(purpose: SealedFile.Purpose) throws {
        let bytes = try file(purpose).encoded
        let file = try SealedFile(decoding: bytes)
        #expect(file.purpose == purpose)
        #expect(file.encoded == bytes)
        #expect(try file.open(secret: secret, deriveKey: deriveTestKey) == contents)
    }

    @Test("A file consists of magic bytes, version, purpose, salt and box")
    func format() throws {
        let bytes = try file(.identity).encoded
        #expect(bytes.starts(with: Array("TLSEALED".utf8) + [1, 2]))
        #expect(bytes.count == 10 + 16 + 12 + contents.count + 16)
        #expect(try file(seed: 2).encoded[10..<26] != bytes[10..<26])
    }

    @Test("A wrong secret is rejected")
    func wrongSecret() throws {
        let file = try file()
        #expect(throws: PairingError.wrongSecret) {
            try file.open(secret: Array("X7QK93MDTTRW".utf8), deriveKey: deriveTestKey)
        }
    }

    @Test("Every changed byte is detected, including those of the header")
    func tampering() throws {
        let bytes = try file().encoded
        for index in bytes.indices {
            for bit in [1, 3, 128] as [UInt8] {
                var changed = bytes
                changed[index] ^= bit
                #expect(throws: PairingError.self, "\(index)") {
                    try SealedFile(decoding: changed)
                        .open(secret: secret, deriveKey: deriveTestKey)
                }
            }
        }
    }

    @Test("The purpose is authenticated")
    func purpose() throws {
        var bytes = try file(.pairing).encoded
        bytes[9] = SealedFile.Purpose.identity.rawValue
        let file = try SealedFile(decoding: bytes)
        #expect(throws: PairingError.wrongSecret) {
            try file.open(secret: secret, deriveKey: deriveTestKey)
        }
    }

    @Test("Foreign, newer and cut files are rejected with their reasons")
    func malformed() throws {
        let bytes = try file().encoded
        #expect(throws: PairingError.notSealedFile) { try SealedFile(decoding: [0xFF, 0xD8]) }
        #expect(throws: PairingError.notSealedFile) { try SealedFile(decoding: []) }
        var newer = bytes
        newer[8] = 2
        #expect(throws: PairingError.fileVersion(2)) { try SealedFile(decoding: newer) }
        var unknown = bytes
        unknown[9] = 3
        #expect(throws: PairingError.filePurpose(3)) { try SealedFile(decoding: unknown) }
        for count in 8..<54 {
            #expect(throws: PairingError.truncatedFile) {
                try SealedFile(decoding: Array(bytes.prefix(count)))
            }
        }
    }

    @Test("The length is checked before a key is derived")
    func limit() throws {
        let long = [UInt8](repeating: 0, count: PairingLimits.sealedFile + 1)
        #expect(throws: PairingError.fileTooLong(bytes: long.count)) {
            try SealedFile(decoding: long)
        }
        var generator = SplitMix64(seed: 1)
        var derivations = 0
        #expect(throws: PairingError.fileTooLong(bytes: long.count + 54)) {
            try SealedFile(
                sealing: long,
                purpose: .pairing,
                secret: secret,
                using: &generator,
                deriveKey: { _, _ in
                    derivations += 1
                    return []
                }
            )
        }
        #expect(derivations == 0)
    }

    @Test("Errors of the derivation are passed on, and short keys are rejected")
    func derivation() throws {
        struct NoMemory: Error {}
        let file = try file()
        #expect(throws: NoMemory.self) {
            try file.open(secret: secret) { _, _ in throw NoMemory() }
        }
        #expect(throws: PairingError.sealingFailed) {
            try file.open(secret: secret) { _, _ in [1, 2, 3] }
        }
    }
}
