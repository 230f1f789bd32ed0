import Testing
import TimelineTestSupport
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

@Suite("Hostile peers")
struct HostilePeerTests {
    private let anna: Author
    private let ben: Author
    private let eve: Author

    init() throws {
        anna = try Author(1)
        ben = try Author(2)
        eve = try Author(3)
    }

    /// Returns the devices of two users who know each other.
    ///
    /// Anna follows Ben.
    private func follower() throws -> (Phone, Phone) {
        let (phone, other) = (try Phone(anna), try Phone(ben))
        phone.trust(other)
        other.trust(phone)
        try phone.follow(ben)
        return (phone, other)
    }

    @Test("Both halves of the salt change the salted IDs")
    func salt() throws {
        var messages: Set<[UInt8]> = []
        for (client, server) in [(1, 2), (1, 3), (4, 2)] as [(UInt64, UInt64)] {
            let (phone, other) = try follower()
            try other.add(ben.post(1000))
            #expect(Conversation(phone, other).isFinished)
            try other.add(ben.post(2000))
            let conversation = Conversation(
                phone.session(.initiator, salt: client),
                other.session(.responder, salt: server),
                phone.time,
                other.time
            )
            let frame = try #require(conversation.frames().first { $0.type == .negentropy })
            messages.insert(frame.content)
        }
        #expect(messages.count == 3)
    }

    @Test("A flood of replies by a stranger stays within its bound, and is not offered again")
    func flood() throws {
        let (phone, other) = try follower()
        let post = try ben.post(1000)
        try other.add(post)
        try other.store.add(eve.keyRecords())
        let bound = ben.bound(1000)
        for index in 0..<230 {
            let id = eve.bound(UInt64(2000 + index), on: bound)
            try other.add(
                eve.record(
                    .commentAdded(nonce: id.nonce, post: bound, text: "Buy"),
                    at: id.stamp,
                    on: ben.id
                )
            )
        }
        let conversation = Conversation(phone, other)
        #expect(conversation.isFinished)
        let replies = phone.store.live.values.filter {
            $0.author == eve.id && $0.home != nil
        }
        #expect(replies.count == SessionLimits.strangerReplies)
        #expect(replies.map(\.stamp.milliseconds).max() == 2199)
        #expect(phone.store.rejections.count == 30)
        // The rejected records count as held.
        #expect(conversation.client.summary.isEqual)
        let again = Conversation(phone, other)
        #expect(again.byteCount <= 360)
    }

    @Test("Nothing of blocked users is accepted, until the block ends")
    func blocked() throws {
        let (phone, other) = try follower()
        let bound = ben.bound(1000)
        try other.add(ben.post(1000))
        try other.store.add(eve.keyRecords())
        try other.add(eve.record(.liked(bound), at: stamp(2000), on: ben.id))
        try phone.store.setBlocked(true, eve.id)
        #expect(Conversation(phone, other).isFinished)
        #expect(!phone.store.live.values.contains { $0.author == eve.id })
        #expect(phone.store.rejections.count == 1)
        try phone.store.setBlocked(false, eve.id)
        #expect(Conversation(phone, other).isFinished)
        #expect(
            phone.store.live.values.contains { $0.author == eve.id && $0.home != nil }
        )
    }

    @Test("Records of scopes that the store does not want are not accepted")
    func unwanted() throws {
        let (phone, other) = try follower()
        try other.add(ben.post(1000))
        #expect(Conversation(phone, other).isFinished)
        var client = phone.session(.initiator)
        let request = client.start(at: phone.time)
        var server = other.session(.responder)
        let reply = server.receive(request, at: other.time)
        let pushed = try eve.keyRecords() + [eve.post(3000)]
        var turn = OutgoingTurn()
        for record in pushed { turn.add(record) }
        turn.complete([])
        // The records come after the hello, before the end of the reply.
        var decoder = FrameDecoder()
        decoder.append(reply)
        let hello = try #require(try decoder.next())
        let rest = Array(reply.dropFirst(hello.byteCount))
        _ = client.receive(hello.encoded + turn.bytes + rest, at: phone.time)
        #expect(!phone.store.live.values.contains { $0.author == eve.id })
    }

    @Test("A lie by one peer hides nothing from the next honest one")
    func lie() throws {
        var lies = 0
        for seed in 0..<10 as Range<UInt64> {
            let (phone, liar) = try follower()
            let honest = try Phone(ben, device: 1)
            phone.trust(honest)
            honest.trust(phone)
            for index in 0..<5 {
                let post = try ben.post(UInt64(1000 + index))
                try liar.add(post)
                try honest.add(post)
            }
            var tongue = Liar(seed: seed)
            var client = phone.session(.initiator, salt: 1)
            var server = liar.session(.responder, salt: 2)
            var request = client.start(at: phone.time)
            while !request.isEmpty {
                let reply = tongue.rewrite(server.receive(request, at: liar.time))
                request = client.receive(reply, at: phone.time)
            }
            if phone.store.live.values.count(where: { $0.content.kind == .postSet }) < 5 {
                lies += 1
            }
            #expect(Conversation(phone, honest).isFinished)
            #expect(phone.store.live.values.count { $0.content.kind == .postSet } == 5)
        }
        #expect(lies > 0)
    }

    @Test("A store that removes a stranger's reply at once tells the peer why")
    func contradiction() throws {
        let (phone, _) = try follower()
        let carol = try Phone(Author(4))
        try carol.follow(ben)
        phone.trust(carol)
        carol.trust(phone)
        let bound = ben.bound(1000)
        for store in [phone.store, carol.store] {
            try store.add(ben.keyRecords() + [ben.post(1000)] + eve.keyRecords())
        }
        // Carol has not learned that Eve has deleted their account.
        let like = try eve.record(.liked(bound), at: stamp(2000), on: ben.id)
        try carol.add(like)
        try phone.add(eve.record(.accountDeleted, at: stamp(3000)))
        #expect(Conversation(phone, carol).isFinished)
        #expect(carol.store.live[like.id] == nil)
        #expect(phone.store.live[like.id] == nil)
        #expect(Conversation(phone, carol).client.summary.isEqual)
    }

    @Test("Forged records are not accepted")
    func forged() throws {
        let (phone, other) = try follower()
        let post = try ben.post(1000)
        let signature = post.signature.map { $0 ^ 1 }
        let forged = try SignedRecord(bodyBytes: post.bodyBytes, signature: signature)
        try other.add(VerifiedRecord(unchecked: forged))
        let conversation = Conversation(phone, other)
        #expect(conversation.client.summary.recordsInvalid > 0)
        #expect(phone.store.live[post.id] == nil)
        #expect(!conversation.client.summary.isEqual)
    }

    @Test("Frames before the hello are rejected")
    func noHello() throws {
        let (phone, _) = try follower()
        var server = phone.session(.responder)
        let reply = server.receive(
            Message.want(ids: [], ranges: []).frame.encoded,
            at: phone.time
        )
        #expect(server.outcome == .failed(.unexpectedFrame(type: FrameType.want.rawValue)))
        #expect(reply == Message.error(.malformed).frame.encoded)
    }

    @Test("A session ends after 64 turns that bring nothing new")
    func noProgress() throws {
        let (phone, other) = try follower()
        var client = other.session(.initiator)
        var server = phone.session(.responder)
        _ = server.receive(client.start(at: other.time), at: phone.time)
        var random = SplitMix64(seed: 1)
        let end = TurnEnd(status: .open, token: SyncToken(using: &random))
        let request = Message.end(end).frame.encoded
        var turns = 0
        while server.outcome == nil, turns < 1000 {
            _ = server.receive(request, at: phone.time)
            turns += 1
        }
        #expect(server.outcome == .failed(.noProgress(turns: 64)))
        #expect(turns <= 64)
    }

    @Test("A turn has a maximum length")
    func turnLimit() throws {
        let (phone, other) = try follower()
        var client = other.session(.initiator)
        var server = phone.session(.responder)
        _ = server.receive(client.start(at: other.time), at: phone.time)
        let part = Message.private(Array(repeating: 0, count: FrameLimits.payload)).frame.encoded
        for _ in 0..<25 where server.outcome == nil { _ = server.receive(part, at: phone.time) }
        #expect(server.outcome == .failed(.turnTooLong))
    }

    @Test("Private data is exchanged only between devices of one user")
    func privateData() throws {
        let (phone, other) = try follower()
        let canary = Array("canary 51.5007".utf8)
        phone.store.privateData = canary
        try other.add(ben.post(1000))
        let conversation = Conversation(phone, other)
        #expect(conversation.isFinished)
        #expect(try !conversation.frames().contains { $0.type == .private })
        #expect(other.store.receivedPrivateData.isEmpty)
        let laptop = try Phone(anna, device: 1)
        phone.trust(laptop)
        laptop.trust(phone)
        #expect(Conversation(laptop, phone).isFinished)
        #expect(laptop.store.receivedPrivateData == [canary])
    }

    @Test("Private data from another user ends the session")
    func privateDataFromOthers() throws {
        let (phone, other) = try follower()
        var client = other.session(.initiator)
        var server = phone.session(.responder)
        var decoder = FrameDecoder()
        decoder.append(client.start(at: other.time))
        let hello = try #require(try decoder.next())
        let end = try #require(try decoder.next())
        let bytes = hello.encoded + Message.private([1]).frame.encoded + end.encoded
        _ = server.receive(bytes, at: phone.time)
        #expect(server.outcome == .failed(.unexpectedFrame(type: FrameType.private.rawValue)))
        #expect(phone.store.receivedPrivateData.isEmpty)
    }

    @Test("Everything is committed before the reply")
    func commitBeforeReply() throws {
        let (phone, other) = try follower()
        try other.follow(anna)
        try phone.add(anna.post(1000))
        var client = phone.session(.initiator, salt: 1)
        var server = other.session(.responder, salt: 2)
        var request = client.start(at: phone.time)
        var ends: [(TurnEnd, SyncToken)] = []
        while !request.isEmpty {
            let reply = server.receive(request, at: other.time)
            var decoder = FrameDecoder()
            decoder.append(reply)
            while let frame = try decoder.next() {
                guard case .end(let end) = try Message(decoding: frame) else { continue }
                ends.append((end, other.store.token()))
            }
            request = client.receive(reply, at: phone.time)
        }
        #expect(ends.count > 1)
        #expect(ends.allSatisfy { $0.0.token == $0.1 })
    }

    @Test("A failing store ends the session, and nothing is acknowledged")
    func failingStore() throws {
        let (phone, other) = try follower()
        try other.follow(anna)
        try phone.add(anna.post(1000))
        other.store.beforeChange = { () throws(SyncError) in throw .store(code: "disk-full") }
        let conversation = Conversation(phone, other)
        #expect(conversation.server.outcome == .failed(.store(code: "disk-full")))
        #expect(conversation.client.outcome == .failed(.peerFailed(.storage)))
        other.store.beforeChange = {}
        #expect(Conversation(phone, other).isFinished)
        #expect(other.store.live.values.contains { $0.content.kind == .postSet })
    }

    @Test("Changed bytes end a session without harm", arguments: 0..<40)
    func changedBytes(seed: UInt64) throws {
        let (phone, other) = try follower()
        for index in 0..<4 { try other.add(ben.post(UInt64(1000 + index))) }
        var random = SplitMix64(seed: seed)
        var client = phone.session(.initiator, salt: 1)
        var server = other.session(.responder, salt: 2)
        var request = client.start(at: phone.time)
        while !request.isEmpty {
            var reply = server.receive(request, at: other.time)
            if !reply.isEmpty {
                reply[random.number(below: reply.count)] ^= UInt8(1 << random.number(below: 8))
            }
            request = client.receive(reply, at: phone.time)
        }
        let honest = Set(other.store.live.values).union(phone.store.live.values)
        #expect(phone.store.live.values.allSatisfy { honest.contains($0) })
        try phone.store.remember(PeerMemory(), of: other.store.device, owning: nil)
        #expect(Conversation(phone, other).isFinished)
        #expect(phone.store.live.values.count { $0.content.kind == .postSet } == 4)
    }
}
