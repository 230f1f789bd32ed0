import Testing
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

@Suite("Blobs")
struct BlobTests {
    private let anna: Author
    private let phone: Phone
    private let laptop: Phone

    init() throws {
        anna = try Author(1)
        phone = try Phone(anna, device: 0)
        laptop = try Phone(anna, device: 1)
        phone.trust(laptop)
        laptop.trust(phone)
    }

    /// Adds a post with a photo to the phone.
    private func post(_ milliseconds: UInt64, _ bytes: [UInt8], preview: [UInt8]? = nil) throws {
        let bound = anna.bound(milliseconds)
        let content = Post.Content(caption: "", photos: [try photo(bytes, preview: preview)])
        try phone.add(anna.record(.postSet(bound, content), at: bound.stamp))
        try phone.store.add(blob: bytes, hash: hash(bytes))
        if let preview { try phone.store.add(blob: preview, hash: hash(preview)) }
    }

    /// Adds posts whose originals have 5 MB, as their records state, and that the phone lacks.
    private func postsWithoutOriginals(_ times: Range<UInt64>) throws {
        for milliseconds in times {
            let bound = anna.bound(milliseconds)
            let photo = Photo(
                blob: try hash(Array("\(milliseconds)".utf8)),
                byteCount: 5_000_000,
                mediaType: .jpeg,
                width: 1,
                height: 1,
                alt: nil,
                preview: nil
            )
            let content = Post.Content(caption: "", photos: [photo])
            try phone.add(anna.record(.postSet(bound, content), at: bound.stamp))
        }
    }

    @Test("Large blobs arrive in parts")
    func large() throws {
        let bytes = Array(0...255).flatMap { Array(repeating: UInt8($0), count: 20_000) }
        try post(1000, bytes)
        let conversation = Conversation(laptop, phone)
        #expect(conversation.isFinished)
        #expect(try laptop.store.blobs[hash(bytes)] == bytes)
        #expect(conversation.client.summary.blobBytesReceived == bytes.count)
        #expect(conversation.server.summary.blobBytesSent == bytes.count)
        #expect(conversation.turns.allSatisfy { $0.count <= 4 << 20 + 10_000 })
    }

    @Test("A cut transfer resumes at its offset")
    func resumption() throws {
        let bytes = Array(0...255).flatMap { Array(repeating: UInt8($0), count: 20_000) }
        try post(1000, bytes)
        var client = laptop.session(.initiator, salt: 1)
        var server = phone.session(.responder, salt: 2)
        var request = client.start(at: laptop.time)
        while client.summary.blobBytesReceived == 0 {
            request = client.receive(server.receive(request, at: phone.time), at: laptop.time)
        }
        let received = client.summary.blobBytesReceived
        #expect(received == SessionLimits.turnBlobs)
        let conversation = Conversation(laptop, phone)
        #expect(conversation.client.summary.blobBytesReceived == bytes.count - received)
        #expect(try laptop.store.blobs[hash(bytes)] == bytes)
    }

    @Test("Previews come before originals, and do not count toward the budget")
    func previews() throws {
        for index in 0..<3 {
            let number = UInt8(index)
            try post(
                UInt64(1000 + index),
                Array(repeating: number, count: 1000),
                preview: [number, 1]
            )
        }
        let conversation = Conversation(laptop, phone, budget: 2500)
        #expect(conversation.isFinished)
        #expect(conversation.client.summary.isBudgetReached)
        let parts = try conversation.frames()
            .compactMap { frame -> BlobPart? in
                guard frame.type == .blob, case .blob(let part) = try Message(decoding: frame)
                else {
                    return nil
                }
                return part
            }
        #expect(parts.map(\.bytes.count) == [2, 2, 2, 1000, 1000])
        // The newest originals come first: those of posts 2 and 1.
        #expect(parts.map(\.bytes.first) == [2, 1, 0, 2, 1])
        #expect(Conversation(laptop, phone).client.summary.blobsReceived == 1)
    }

    @Test("In a first sync, the previews of the newest posts come long before the oldest post")
    func firstScreen() throws {
        let caption = String(repeating: "a", count: 2000)
        for index in 0..<500 {
            let bound = anna.bound(UInt64(1000 + index))
            let bytes = withUnsafeBytes(of: index.bigEndian) { Array($0) }
            let photo = try photo(bytes + [0], preview: bytes)
            try phone.add(
                anna.record(
                    .postSet(bound, Post.Content(caption: caption, photos: [photo])),
                    at: bound.stamp
                )
            )
            try phone.store.add(blob: bytes, hash: hash(bytes))
        }
        var client = laptop.session(.initiator, salt: 1)
        var server = phone.session(.responder, salt: 2)
        var request = client.start(at: laptop.time)
        while client.summary.blobsReceived < 20 {
            try #require(!request.isEmpty)
            request = client.receive(server.receive(request, at: phone.time), at: laptop.time)
        }
        let newest = withUnsafeBytes(of: 499.bigEndian) { Array($0) }
        #expect(try laptop.store.blobs[hash(newest)] == newest)
        #expect(client.summary.bytesReceived < 500_000)
        #expect(client.summary.recordsAccepted < 250)
        let rest = Conversation(laptop, phone)
        #expect(rest.isFinished)
        #expect(client.summary.recordsAccepted + rest.client.summary.recordsAccepted >= 500)
    }

    @Test("A small photo without a preview comes before originals, outside the budget")
    func smallPhotos() throws {
        try post(1000, [1, 2, 3])
        try post(2000, [4, 5, 6, 7], preview: [8])
        let conversation = Conversation(laptop, phone, budget: 3)
        #expect(conversation.isFinished)
        #expect(conversation.client.summary.isBudgetReached)
        #expect(try laptop.store.blobs[hash([1, 2, 3])] == [1, 2, 3])
        #expect(try laptop.store.blobs[hash([8])] == [8])
        #expect(try laptop.store.blobs[hash([4, 5, 6, 7])] == nil)
    }

    @Test("A blob with wrong bytes is never added")
    func wrongBytes() throws {
        try post(1000, [1, 2, 3])
        try phone.store.add(blob: [1, 2, 4], hash: hash([1, 2, 3]))
        let conversation = Conversation(laptop, phone)
        #expect(conversation.isFinished)
        #expect(try laptop.store.blobs[hash([1, 2, 3])] == nil)
        #expect(laptop.store.partialBlobs.isEmpty)
        #expect(conversation.client.summary.blobsLacking == 1)
        // A correct copy is accepted later.
        try phone.store.add(blob: [1, 2, 3], hash: hash([1, 2, 3]))
        #expect(Conversation(laptop, phone).client.summary.blobsReceived == 1)
    }

    @Test("A blob is requested from its start if an earlier session received wrong first bytes")
    func wrongStart() throws {
        let bytes: [UInt8] = [1, 2, 3]
        try post(1000, bytes)
        laptop.store.partialBlobs[try hash(bytes)] = [9]
        let conversation = Conversation(laptop, phone)
        #expect(conversation.isFinished)
        #expect(try laptop.store.blobs[hash(bytes)] == bytes)
        #expect(laptop.store.partialBlobs.isEmpty)
        #expect(conversation.client.summary.blobsLacking == 0)
        #expect(conversation.client.summary.blobBytesReceived == 2 + 3)
    }

    @Test("Of blobs that the peer may lack, only the first part is requested")
    func lacking() throws {
        let bytes = [UInt8](repeating: 1, count: 200_000)
        try post(1000, bytes)
        try postsWithoutOriginals(1001..<1101)
        let conversation = Conversation(laptop, phone)
        #expect(conversation.isFinished)
        #expect(conversation.client.summary.blobsLacking == 100)
        #expect(try laptop.store.blobs[hash(bytes)] == bytes)
        // Each side requests 64 parts of the first blob, and one of each other that both lack.
        let requests = try conversation.frames().count { $0.type == .wantBlob }
        #expect(requests == 2 * (64 + 99) + 4)
    }

    @Test("After 16 turns in which the peer only lacked blobs, no more are requested")
    func lackingTurns() throws {
        try post(1000, [1, 2, 3])
        try postsWithoutOriginals(1001..<1101)
        let bytes = [UInt8](repeating: 1, count: 4 << 16)
        try post(2000, bytes)
        var configuration = laptop.session(.initiator, salt: 1).configuration
        configuration.turnLimits = TurnLimits(records: 1 << 20, wants: 1000, blobs: 1 << 16)
        let conversation = Conversation(
            SyncSession(store: laptop.store, configuration: configuration),
            phone.session(.responder, salt: 2),
            laptop.time,
            phone.time
        )
        #expect(conversation.isFinished)
        // The first one was requested along with the last part of the picture.
        #expect(conversation.client.summary.blobsLacking == 1 + 16)
        #expect(try laptop.store.blobs[hash([1, 2, 3])] == [1, 2, 3], "It is small")
        #expect(try laptop.store.blobs[hash(bytes)] == bytes)
        #expect(Conversation(laptop, phone).client.summary.blobsLacking == 100)
    }

    @Test("Blobs that no common record references are not sent")
    func unreferenced() throws {
        try phone.store.add(blob: [5], hash: hash([5]))
        let selection = RecordSelection(scopes: [anna.id], users: [anna.id])
        #expect(try phone.store.readBlob(hash([5]), at: 0, count: 1, of: selection) == nil)
    }

    @Test("Both sides receive blobs in one session")
    func bothDirections() throws {
        try post(1000, [1, 2, 3])
        let bound = anna.bound(2000)
        let content = Post.Content(caption: "", photos: [try photo([4, 5])])
        try laptop.add(anna.record(.postSet(bound, content), at: bound.stamp, device: 1))
        try laptop.store.add(blob: [4, 5], hash: hash([4, 5]))
        #expect(Conversation(laptop, phone).isFinished)
        #expect(try phone.store.blobs[hash([4, 5])] == [4, 5])
        #expect(try laptop.store.blobs[hash([1, 2, 3])] == [1, 2, 3])
    }

    @Test("Parts are stored as their frames arrive, before the end of the turn")
    func partsArriving() throws {
        let bytes = Array(0...255).flatMap { Array(repeating: UInt8($0), count: 10_000) }
        try post(1000, bytes)
        var client = laptop.session(.initiator, salt: 1)
        var server = phone.session(.responder, salt: 2)
        var request = client.start(at: laptop.time)
        var reply = server.receive(request, at: phone.time)
        while reply.count < 1 << 20 {
            request = client.receive(reply, at: laptop.time)
            reply = server.receive(request, at: phone.time)
        }
        #expect(client.receive(Array(reply.prefix(700_000)), at: laptop.time).isEmpty)
        client.disconnect()
        let received = try #require(try laptop.store.partialBlobs[hash(bytes)]).count
        #expect(received > 700_000 - 2 * Int(SessionLimits.blobPart) && received < 700_000)
        let conversation = Conversation(laptop, phone)
        #expect(conversation.client.summary.blobBytesReceived == bytes.count - received)
        #expect(try laptop.store.blobs[hash(bytes)] == bytes)
    }

    @Test(
        "A link that breaks every 300 kB carries a picture of any size",
        arguments: [false, true]
    )
    func flakyLink(inWholeTurns: Bool) throws {
        let bytes = Array(0...255).flatMap { Array(repeating: UInt8($0), count: 10_000) }
        try post(1000, bytes)
        var sessions = 0
        while try laptop.store.blobs[hash(bytes)] == nil {
            sessions += 1
            try #require(sessions < 30)
            var room = 300_000
            // Over HTTP, a turn arrives as a whole or not at all.
            var configuration = laptop.session(.initiator, salt: 1).configuration
            configuration.receivesWholeTurns = inWholeTurns
            var client = SyncSession(store: laptop.store, configuration: configuration)
            var server = phone.session(.responder, salt: 2)
            var request = client.start(at: laptop.time)
            while !request.isEmpty, room > 0 {
                let reply = server.receive(request, at: phone.time)
                let part = reply.count > room && inWholeTurns ? [] : Array(reply.prefix(room))
                room -= reply.count
                request = client.receive(part, at: laptop.time)
            }
            client.disconnect()
        }
        #expect(sessions > 8)
    }

    @Test("A device that dies between the last byte and the rename finishes the blob later")
    func deathBeforeRename() throws {
        let bytes: [UInt8] = [1, 2, 3]
        try post(1000, bytes)
        let store = laptop.store
        let blob = try hash(bytes)
        store.beforeChange = { () throws(SyncError) in
            if store.partialBlobs[blob] == bytes { throw .store(code: "dead") }
        }
        #expect(!Conversation(laptop, phone).isFinished)
        #expect(store.partialBlobs[blob] == bytes && store.blobs[blob] == nil)
        store.beforeChange = {}
        let conversation = Conversation(laptop, phone)
        #expect(conversation.isFinished)
        #expect(store.blobs[blob] == bytes && store.partialBlobs.isEmpty)
        #expect(conversation.client.summary.blobBytesReceived == 0)
    }

    @Test("Previews of new posts come before the originals that an earlier session left")
    func newPreviewsFirst() throws {
        for index in 0..<3 {
            let number = UInt8(index)
            try post(1000 + UInt64(index), [number, 0, 0], preview: [number])
        }
        #expect(Conversation(laptop, phone, budget: 0).isFinished)
        try post(2000, [7, 0, 0], preview: [7])
        let parts = try Conversation(laptop, phone).frames()
            .compactMap { frame -> BlobPart? in
                guard case .blob(let part) = try Message(decoding: frame) else { return nil }
                return part
            }
        #expect(parts.map(\.bytes) == [[7], [7, 0, 0], [2, 0, 0], [1, 0, 0], [0, 0, 0]])
    }
}
