import Testing

@testable import TimelineArgon2

@Suite("Argon2id")
struct Argon2idTests {
    /// Checks the test vector in RFC 9106, section 5.3.
    @Test func testVector() throws {
        let digest = try Argon2id.digest(
            of: Array(repeating: 1, count: 32),
            salt: Array(repeating: 2, count: 16),
            secret: Array(repeating: 3, count: 8),
            associatedData: Array(repeating: 4, count: 12),
            parameters: Argon2Parameters(memory: 32, passes: 3, lanes: 4),
            byteCount: 32
        )
        let expected: [UInt8] = [
            0x0d, 0x64, 0x0d, 0xf5, 0x8d, 0x78, 0x76, 0x6c, 0x08, 0xc0, 0x37, 0xa3, 0x4a, 0x8b,
            0x53, 0xc9, 0xd0, 0x1e, 0xf0, 0x45, 0x2d, 0x75, 0xb6, 0x5e, 0xb5, 0x25, 0x20, 0xe9,
            0x6b, 0x01, 0xe6, 0x59,
        ]
        #expect(digest == expected)
    }

    @Test func invalidArgumentsThrowAReason() {
        let failure = #expect(throws: Argon2id.Failure.self) {
            try Argon2id.digest(
                of: [1],
                salt: [2],
                parameters: Argon2Parameters(memory: 32, passes: 3, lanes: 4),
                byteCount: 32
            )
        }
        #expect(failure?.reason.isEmpty == false)
    }
}
