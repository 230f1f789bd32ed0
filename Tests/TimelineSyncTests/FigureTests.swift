import Testing
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

@Suite("Figures")
struct FigureTests {
    /// Returns two devices of one user that both hold the given number of posts.
    ///
    /// The signatures of these posts consist of zeros, because the posts are never transferred.
    private func devices(posts: Int) throws -> (Author, Phone, Phone) {
        let anna = try Author(1)
        let (phone, laptop) = (try Phone(anna, device: 0), try Phone(anna, device: 1))
        phone.trust(laptop)
        laptop.trust(phone)
        let records = try (0..<posts)
            .map { index in
                let bound = anna.bound(UInt64(1000 + index))
                let content = Post.Content(caption: "", photos: [try photo()])
                let body = VerifiedRecord.body(
                    author: anna.id,
                    key: anna.devices[0].id,
                    stamp: bound.stamp,
                    content: .postSet(bound, content)
                )
                return VerifiedRecord(
                    unchecked: try SignedRecord(
                        bodyBytes: body,
                        signature: Array(repeating: 0, count: 64)
                    )
                )
            }
        for store in [phone.store, laptop.store] {
            _ = try store.commit(SyncBatch(accepted: records, progress: [anna.id: .complete]))
        }
        return (anna, phone, laptop)
    }

    @Test("Ten differences take at most three trips and 25 KB, apart from hellos and records")
    func tenDifferences() throws {
        let (anna, phone, laptop) = try devices(posts: 2000)
        for index in 0..<5 {
            try phone.add(anna.post(UInt64(1100 + 370 * index), nonce: 7))
            try laptop.add(anna.post(UInt64(1200 + 370 * index), nonce: 7, device: 1))
        }
        let conversation = Conversation(phone, laptop)
        #expect(conversation.isFinished)
        #expect(phone.store.live == laptop.store.live)
        #expect(conversation.client.summary.isEqual)
        let frames = try conversation.frames()
        let messages = frames.filter { frame in
            guard frame.type == .negentropy else { return false }
            guard case .negentropy(1, _) = try? Message(decoding: frame) else { return false }
            return true
        }
        #expect(messages.count <= 2 * 3)
        let search = frames.filter { $0.type == .negentropy || $0.type == .want }
        let byteCount = search.reduce(0) { $0 + $1.byteCount }
        #expect(byteCount <= 25_000, "\(byteCount) bytes")
        #expect(conversation.client.summary.recordsSent == 5)
        #expect(conversation.server.summary.recordsSent == 5)
    }

    @Test("Equal stores that have never met take one reconciliation of at most 360 bytes")
    func equalStores() throws {
        let (_, phone, laptop) = try devices(posts: 2000)
        let conversation = Conversation(phone, laptop)
        #expect(conversation.client.summary.isEqual)
        let frames = try conversation.frames().filter { $0.type == .negentropy }
        #expect(frames.count == 2)
        // The frame header, the array, the round and the head of the message take 11 bytes.
        let byteCount = frames.reduce(0) { $0 + $1.byteCount - 11 }
        #expect(byteCount <= 360, "\(byteCount) bytes")
        #expect(conversation.client.summary.recordsSent == 0)
    }
}
