import Testing
import TimelineTestSupport
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

/// Tests that randomly changed inputs produce either a value with exactly one encoding or an error.
///
/// The fuzzer tries many more changes; see `Tests/Fuzzing`.
@Suite("Untrusted input")
struct UntrustedInputTests {
    private static let count = 1000

    /// Returns randomly changed copies of an input, with replaced, removed, inserted and repeated
    /// bytes.
    private func changes(of input: [UInt8]) -> some Sequence<[UInt8]> {
        var random = SplitMix64(seed: UInt64(input.count))
        return (0..<Self.count).lazy
            .map { _ in
                var bytes = input
                for _ in 0...random.number(below: 3) where !bytes.isEmpty {
                    let index = random.number(below: bytes.count)
                    switch random.number(below: 5) {
                    case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
                    case 1: bytes[index] ^= 1 << UInt8(random.number(below: 8))
                    case 2:
                        bytes.removeSubrange(
                            index..<min(bytes.count, index + random.number(below: 9))
                        )
                    case 3:
                        bytes.insert(contentsOf: random.bytes(random.number(below: 9)), at: index)
                    default: bytes.insert(contentsOf: bytes[index...].prefix(40), at: index)
                    }
                }
                return bytes
            }
    }

    /// Checks that each accepted copy of an input equals the encoding of its value.
    ///
    /// - Returns: The number of accepted copies.
    private func check(
        _ input: [UInt8],
        _ encodingOfValue: ([UInt8]) throws -> [UInt8]
    ) throws -> Int {
        #expect(try encodingOfValue(input) == input)
        var accepted = 0
        for bytes in changes(of: input) {
            // An error is a valid result.
            guard let encoding = try? encodingOfValue(bytes) else { continue }
            accepted += 1
            #expect(encoding == bytes)
        }
        return accepted
    }

    @Test("Identity contents")
    func contents() throws {
        let accepted = try check(Identity().contents().encoded) { bytes in
            try IdentityContents(decoding: bytes).encoded
        }
        #expect(accepted > 0)
    }

    @Test("Sealed files")
    func sealedFiles() throws {
        var generator = SplitMix64(seed: 1)
        let file = try SealedFile(
            sealing: [1, 2, 3],
            purpose: .pairing,
            secret: [4],
            using: &generator,
            deriveKey: deriveTestKey
        )
        let accepted = try check(file.encoded) { try SealedFile(decoding: $0).encoded }
        #expect(accepted > 0)
    }

    @Test("Invitation links")
    func links() throws {
        var generator = SplitMix64(seed: 1)
        let link = try InvitationLink(
            root: Author(1).root.verifyingKey,
            username: "anna",
            addresses: [try PeerAddress(parsing: "tcp://[fe80::1]:4242")],
            token: SyncToken(using: &generator),
            expiry: 1_700_000_000_000
        )
        let accepted = try check(Array(link.description.utf8)) { bytes in
            Array(
                try InvitationLink(parsing: String(decoding: bytes, as: UTF8.self)).description.utf8
            )
        }
        #expect(accepted > 0)
    }

    /// Includes all frame types except errors, because errors with unknown codes are accepted.
    @Test("Frames")
    func frames() throws {
        let end = TurnEnd(status: .done, token: try #require(SyncToken(bytes: Array(0..<16))))
        let messages: [Message] = [
            .want(ids: [], ranges: [WantedRange(scope: try Author(1).id, bound: nil)]),
            .records(encodings: [[1, 2, 3]], completed: [try Author(1).id]),
            .end(end),
        ]
        let accepted = try check(messages.flatMap(\.frame.encoded)) { bytes in
            var decoder = FrameDecoder()
            decoder.append(bytes)
            var encoding: [UInt8] = []
            while let frame = try decoder.next() {
                guard frame.type != .error else { throw SyncError.truncatedFrame }
                encoding += try Message(decoding: frame).frame.encoded
            }
            try decoder.finish()
            return encoding
        }
        #expect(accepted > 0)
    }

    @Test("A session answers garbage with an error or nothing")
    func session() throws {
        let (client, server) = (try Phone(Author(1)), try Phone(Author(1), device: 1))
        client.trust(server)
        server.trust(client)
        try client.add(client.author.post(1000))
        var first = client.session(.initiator)
        let request = first.start(at: client.time)
        for bytes in changes(of: request).prefix(500) {
            var session = server.session(.responder)
            _ = session.receive(bytes, at: server.time)
            session.disconnect()
            #expect(session.outcome != nil)
        }
    }
}
