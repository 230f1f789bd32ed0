import Negentropy
import Testing
import TimelineTestSupport
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

@Suite("Frames")
struct FrameTests {
    private let frames = [
        Frame(type: .negentropy, content: [1, 2, 3]),
        Frame(type: .end, content: []),
        Frame(type: .records, content: Array(repeating: 7, count: 300)),
    ]

    @Test("A frame consists of its length, its type and its content")
    func encoding() {
        #expect(frames[0].encoded == [0, 0, 0, 4, 2, 1, 2, 3])
        #expect(frames[2].encoded.count == frames[2].byteCount)
    }

    @Test("A decoder accepts the bytes in any parts", arguments: [1, 2, 5, 7, 1000])
    func parts(size: Int) throws {
        let bytes = frames.flatMap(\.encoded)
        var decoder = FrameDecoder()
        var decoded: [Frame] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            decoder.append(bytes[start..<min(start + size, bytes.count)])
            while let frame = try decoder.next() { decoded.append(frame) }
        }
        #expect(decoded == frames)
        try decoder.finish()
    }

    @Test("A frame may have 1 MiB, but not a byte more")
    func limit() throws {
        let longest = Frame(
            type: .blob,
            content: Array(repeating: 0, count: FrameLimits.frame - 1)
        )
        var decoder = FrameDecoder()
        decoder.append(longest.encoded)
        #expect(try decoder.next() == longest)
        var other = FrameDecoder()
        other.append([0, 0x10, 0, 1])
        #expect(throws: SyncError.frameTooLong(bytes: FrameLimits.frame + 1)) { try other.next() }
    }

    @Test("Frames without a type, with an unknown type, and cut frames are rejected")
    func malformed() throws {
        var empty = FrameDecoder()
        empty.append([0, 0, 0, 0])
        #expect(throws: SyncError.emptyFrame) { try empty.next() }
        var unknown = FrameDecoder()
        unknown.append([0, 0, 0, 1, 99])
        #expect(throws: SyncError.unknownFrameType(99)) { try unknown.next() }
        var cut = FrameDecoder()
        cut.append([0, 0, 0, 2, 9])
        #expect(try cut.next() == nil)
        #expect(throws: SyncError.truncatedFrame) { try cut.finish() }
    }

    /// Returns one message of each type, with all optional values.
    private func messages() throws -> [Message] {
        var random = SplitMix64(seed: 1)
        let user = User.ID(high: 1, low: 2)
        let token = SyncToken(using: &random)
        let device = try #require(KeyID(bytes: random.bytes(8)))
        let id = try #require(SaltedID(bytes: random.bytes(32)))
        let blob = try #require(BlobID(bytes: random.bytes(32)))
        let record = try #require(RecordID(bytes: random.bytes(32)))
        let scopes = StoreScopes(wanted: [user], held: [User.ID(high: 1, low: 3)])
        let hello = Hello(
            milliseconds: 5,
            token: token,
            invitation: SyncToken(using: &random),
            user: user,
            device: device,
            scopesHash: ScopesHash(of: scopes),
            blobBudget: .max,
            salt: Nonce(using: &random),
            scopes: scopes,
            requestsScopes: true
        )
        let bound = RecordPosition(milliseconds: 9, id: record)
        let ranges = [
            WantedRange(scope: user, bound: bound), WantedRange(scope: user, bound: nil),
        ]
        return [
            .hello(hello), .negentropy(round: 1, message: [0x61]),
            .want(ids: [id], ranges: ranges),
            .records(encodings: [[1, 2], []], completed: [user]),
            .lack(ids: [id], blobs: [blob]),
            .wantBlob(BlobRequest(blob: blob, offset: 1, count: 2)),
            .blob(BlobPart(blob: blob, offset: 1, bytes: [3])), .private([4]),
            .end(TurnEnd(status: .equal, token: token)), .error(.notInvited),
        ]
    }

    @Test("Messages of all types survive encoding")
    func messagesRoundTrip() throws {
        let messages = try messages()
        #expect(Set(messages.map(\.type)) == Set(FrameType.allCases))
        for message in messages { #expect(try Message(decoding: message.frame) == message) }
    }

    @Test("Cut and extended messages are rejected")
    func malformedMessages() throws {
        for message in try messages() {
            let frame = message.frame
            for content in [Array(frame.content.dropLast()), frame.content + [0]] {
                #expect(throws: SyncError.self, "\(frame.type)") {
                    try Message(decoding: Frame(type: frame.type, content: content))
                }
            }
        }
    }

    @Test("A hello of another version is rejected, whatever its shape")
    func version() throws {
        var writer = CBORWriter()
        writer.array(2)
        writer.write(UInt64(2))
        writer.write("new")
        #expect(throws: SyncError.unsupportedVersion(2)) {
            try Message(decoding: Frame(type: .hello, content: writer.bytes))
        }
    }
}
