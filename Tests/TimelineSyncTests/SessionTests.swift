import Testing
import TimelineTestSupport
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

@Suite("Sessions")
struct SessionTests {
    private let anna: Author
    private let ben: Author

    init() throws {
        anna = try Author(1)
        ben = try Author(2)
    }

    /// Returns two devices of Anna that know each other.
    private func ownDevices() throws -> (Phone, Phone) {
        let phone = try Phone(anna, device: 0)
        let laptop = try Phone(anna, device: 1)
        phone.trust(laptop)
        laptop.trust(phone)
        return (phone, laptop)
    }

    /// Returns the devices of two users who follow each other.
    private func friends() throws -> (Phone, Phone) {
        let first = try Phone(anna)
        let second = try Phone(ben)
        first.trust(second)
        second.trust(first)
        try first.follow(ben)
        try second.follow(anna)
        return (first, second)
    }

    @Test("A new device receives everything from its sibling")
    func firstSync() throws {
        let (phone, laptop) = try ownDevices()
        for index in 0..<40 { try phone.add(anna.post(UInt64(1000 + index))) }
        let conversation = Conversation(phone, laptop)
        #expect(conversation.isFinished)
        #expect(phone.store.live == laptop.store.live)
        #expect(laptop.store.live.count == 42)
        #expect(conversation.client.summary.isEqual && conversation.server.summary.isEqual)
    }

    @Test("Friends exchange posts and replies, and learn of each other's follows")
    func friendsSync() throws {
        let (first, second) = try friends()
        let post = try anna.post(1000)
        try first.add(post)
        try second.add(ben.post(2000))
        #expect(Conversation(first, second).isFinished)
        let bound = anna.bound(1000)
        try second.add(ben.record(.liked(bound), at: stamp(3000), on: anna.id))
        #expect(Conversation(second, first).isFinished)
        #expect(first.store.live == second.store.live)
        #expect(first.store.live.count == 2 + 2 + 2 + 2 + 1)
    }

    @Test("A new device receives the posts of followed users in the second session")
    func newScopes() throws {
        let (phone, laptop) = try ownDevices()
        try phone.follow(ben)
        try phone.store.add(ben.keyRecords() + [ben.post(1000)])
        let conversation = Conversation(laptop, phone)
        #expect(conversation.isFinished)
        #expect(conversation.client.summary.hasNewScopes)
        #expect(!conversation.client.summary.isEqual)
        let again = Conversation(laptop, phone)
        #expect(again.client.summary.isEqual)
        #expect(!again.client.summary.hasNewScopes)
        #expect(laptop.store.live == phone.store.live)
    }

    @Test("The first follower does not send the author's posts back")
    func firstFollower() throws {
        let (author, follower) = (try Phone(anna), try Phone(ben))
        author.trust(follower)
        follower.trust(author)
        try follower.follow(anna)
        for index in 0..<40 { try author.add(anna.post(UInt64(1000 + index))) }
        let conversation = Conversation(follower, author)
        #expect(conversation.isFinished && conversation.client.summary.isEqual)
        #expect(follower.store.live == author.store.live)
        #expect(conversation.client.summary.sent.posts == 0)
        #expect(conversation.client.summary.bytesSent < 2000)
    }

    @Test("The first follower returns posts that the author has lost", arguments: [0, 1, 39])
    func lostPosts(remaining: Int) throws {
        let posts = try (0..<40).map { try anna.post(UInt64(1000 + $0)) }
        for isInitiator in [false, true] {
            let (author, follower) = (try Phone(anna), try Phone(ben))
            author.trust(follower)
            follower.trust(author)
            try follower.follow(anna)
            try follower.store.add(anna.keyRecords() + posts)
            try author.store.add(Array(posts.prefix(remaining)))
            let conversation =
                isInitiator ? Conversation(author, follower) : Conversation(follower, author)
            #expect(conversation.isFinished)
            #expect(posts.allSatisfy { author.store.live[$0.id] != nil })
        }
    }

    @Test("Equal stores need one turn and at most 360 bytes")
    func equalStores() throws {
        let (first, second) = try friends()
        try first.add(anna.post(1000))
        #expect(Conversation(first, second).client.summary.isEqual)
        for _ in 0..<2 {
            let again = Conversation(first, second)
            #expect(again.isFinished)
            #expect(again.turns.count == 2)
            #expect(again.byteCount <= 360, "\(again.byteCount) bytes")
            #expect(again.client.summary.recordsSent + again.server.summary.recordsSent == 0)
        }
    }

    @Test("A store without memory of the equality is not skipped")
    func forgottenEquality() throws {
        let (first, second) = try friends()
        try first.add(anna.post(1000))
        #expect(Conversation(first, second).isFinished)
        try second.store.remember(PeerMemory(), of: first.store.device, owning: nil)
        let again = Conversation(first, second)
        #expect(again.isFinished)
        #expect(again.client.summary.isEqual && again.server.summary.isEqual)
        #expect(again.client.summary.recordsSent + again.server.summary.recordsSent == 0)
    }

    @Test("Removed records are fetched again after a removal, not only after an insertion")
    func tokenAfterRemoval() throws {
        let (first, second) = try friends()
        try first.add(anna.post(1000))
        #expect(Conversation(first, second).client.summary.isEqual)
        try second.store.forget(anna.id)
        #expect(second.store.live.count < first.store.live.count)
        #expect(Conversation(first, second).isFinished)
        #expect(first.store.live == second.store.live)
    }

    @Test("Strangers are not invited and receive no hello")
    func strangers() throws {
        let first = try Phone(anna)
        let second = try Phone(ben)
        try second.add(ben.post(1000))
        first.trust(second)
        let conversation = Conversation(first, second)
        #expect(conversation.client.outcome == .failed(.peerFailed(.notInvited)))
        #expect(conversation.server.outcome == .failed(.notInvited))
        #expect(try conversation.frames().map(\.type) == [.hello, .end, .error])
    }

    @Test("An invitation token admits its bearer")
    func invitation() throws {
        let first = try Phone(anna)
        let second = try Phone(ben)
        first.trust(second)
        try first.follow(ben)
        try second.add(ben.post(1000))
        var generator = SplitMix64(seed: 5)
        let token = SyncToken(using: &generator)
        second.store.invitations = [token]
        let conversation = Conversation(
            first.session(.initiator, invitation: token),
            second.session(.responder),
            first.time,
            second.time
        )
        #expect(conversation.isFinished)
    }

    @Test("Both sides report clocks that differ by more than two minutes")
    func clocks() throws {
        var (first, second) = try friends()
        second.clock = first.clock + 120_000
        #expect(Conversation(first, second).client.summary.clockDifference == nil)
        second.clock += 1
        let conversation = Conversation(first, second)
        #expect(conversation.client.summary.clockDifference?.milliseconds == 120_001)
        #expect(conversation.client.summary.clockDifference?.isPeerAhead == true)
        #expect(conversation.server.summary.clockDifference?.milliseconds == -120_001)
        #expect(conversation.server.summary.clockDifference?.isPeerAhead == false)
    }

    @Test("The local clock alone decides which stamps lie in the future")
    func future() throws {
        var (first, second) = try friends()
        first.clock = 10_000_000
        let early = try anna.post(first.clock)
        try first.add(early)
        let conversation = Conversation(first, second)
        #expect(conversation.isFinished)
        #expect(!conversation.client.summary.isEqual)
        #expect(conversation.server.summary.futureRecords.isEmpty == false)
        #expect(second.store.live[early.id] == nil)
        // A record dated in the future is accepted once the clock has reached its time.
        second.clock = first.clock - PushID.clockTolerance
        #expect(Conversation(first, second).isFinished)
        #expect(second.store.live[early.id] != nil)
    }

    @Test("Keys come before profiles, and profiles before other records, newest first")
    func order() throws {
        let (first, second) = try friends()
        for index in 0..<50 { try first.add(anna.post(UInt64(1000 + index))) }
        try first.add(anna.record(.profileSet(.username(try Username("anna"))), at: stamp(5000)))
        // The second device has one post, so it reconciles.
        #expect(Conversation(first, second).isFinished)
        try first.add(anna.record(.profileSet(.bio("Hi")), at: stamp(6000)))
        try first.add(anna.record(anna.revocation(of: 1, listing: []), at: stamp(5999)))
        for index in 0..<50 { try first.add(anna.post(UInt64(2000 + index))) }
        let conversation = Conversation(first, second)
        var sent: [SignedRecord] = []
        for frame in try conversation.frames() where frame.type == .records {
            guard case .records(let encodings, _) = try Message(decoding: frame) else { continue }
            for encoding in encodings { sent.append(try SignedRecord(decoding: encoding)) }
        }
        try #require(sent.count == 52)
        #expect(sent[0].content.kind == .keyRevoked)
        #expect(sent[1].content.kind == .profileSet)
        let stamps = sent.dropFirst(2).map(\.stamp)
        #expect(stamps == stamps.sorted(by: >))
    }

    @Test("A cut first sync resumes below the last record, newest first")
    func resumption() throws {
        let (first, second) = try friends()
        // Each record takes about 250 KB.
        let alt = String(repeating: "👨‍👩‍👧‍👦", count: 1000)
        let photos = Array(repeating: try photo([9], alt: alt), count: 10)
        for index in 0..<40 {
            let bound = anna.bound(UInt64(1000 + index))
            let content = Post.Content(caption: "", photos: photos)
            try first.add(anna.record(.postSet(bound, content), at: bound.stamp))
        }
        var client = second.session(.initiator, salt: 1)
        var server = first.session(.responder, salt: 2)
        _ = server.start(at: first.time)
        var request = client.start(at: second.time)
        for _ in 0..<4 {
            request = client.receive(server.receive(request, at: first.time), at: second.time)
        }
        let received = second.store.live.values.filter { $0.content.kind == .postSet }
        #expect((5..<20).contains(received.count))
        let rest = 40 - received.count
        #expect(received.map(\.stamp.milliseconds).min() == UInt64(1000 + rest))
        // The connection breaks here. A post added now is not part of the rest of the first sync.
        try first.add(anna.post(5000))
        let conversation = Conversation(second, first)
        #expect(conversation.isFinished)
        // This includes the other posts, the new one, and the record that follows Ben.
        #expect(conversation.client.summary.recordsAccepted == rest + 2)
        #expect(conversation.client.summary.bytesReceived < (rest + 2) * 260_000)
        #expect(second.store.live.values.count { $0.content.kind == .postSet } == 41)
    }

    @Test("A session ends after a minute of silence")
    func silence() throws {
        let (first, second) = try friends()
        var server = second.session(.responder)
        _ = server.start(at: SyncTime(milliseconds: 0, uptime: 0))
        #expect(server.checkSilence(at: SyncTime(milliseconds: 9, uptime: 9999)).isEmpty)
        #expect(server.outcome == nil)
        var client = first.session(.initiator)
        let request = client.start(at: first.time)
        let reply = server.receive(request, at: SyncTime(milliseconds: 0, uptime: 9999))
        #expect(!reply.isEmpty)
        #expect(server.checkSilence(at: SyncTime(milliseconds: 0, uptime: 69_998)).isEmpty)
        #expect(!server.checkSilence(at: SyncTime(milliseconds: 0, uptime: 69_999)).isEmpty)
        #expect(server.outcome == .failed(.silence))
    }

    @Test("A peer that does not identify itself is not waited for")
    func lateGreeting() throws {
        let (first, second) = try friends()
        var server = second.session(.responder)
        _ = server.start(at: SyncTime(milliseconds: 0, uptime: 0))
        #expect(server.checkSilence(at: SyncTime(milliseconds: 0, uptime: 9999)).isEmpty)
        #expect(!server.checkSilence(at: SyncTime(milliseconds: 0, uptime: 10_000)).isEmpty)
        #expect(server.outcome == .failed(.silence))
        // A program that starts the other device can take longer.
        var client = first.session(.initiator)
        _ = client.start(at: SyncTime(milliseconds: 0, uptime: 0))
        #expect(client.checkSilence(at: SyncTime(milliseconds: 0, uptime: 59_999)).isEmpty)
    }

    @Test("A peer that identifies itself slowly, one byte at a time, is not waited for")
    func slowGreeting() throws {
        let (first, second) = try friends()
        var client = first.session(.initiator)
        let request = client.start(at: first.time)
        var server = second.session(.responder)
        _ = server.start(at: SyncTime(milliseconds: 0, uptime: 0))
        for index in 0..<12 {
            let time = SyncTime(milliseconds: 0, uptime: UInt64(index) * 900)
            #expect(server.receive([request[index]], at: time).isEmpty)
        }
        #expect(server.outcome == nil)
        var other = server
        let limit = SyncTime(milliseconds: 0, uptime: 10_000)
        #expect(!server.receive([request[12]], at: limit).isEmpty)
        #expect(server.outcome == .failed(.silence))
        // Part of an encrypted message contains no bytes for the session.
        #expect(!other.receive([], at: limit).isEmpty)
        #expect(other.outcome == .failed(.silence))
    }
}
