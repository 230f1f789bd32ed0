import Testing
import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

/// Eve, whom Anna does not follow, replies to the posts of Ben, whom Anna follows.
@Suite("The limit of a stranger's replies")
struct StrangerLimitTests {
    private static let day: UInt64 = 86_400_000

    private let ben: Author
    private let eve: Author
    private var phone: Phone
    private var other: Phone

    init() throws {
        let anna = try Author(1)
        ben = try Author(2)
        eve = try Author(3)
        (phone, other) = (try Phone(anna), try Phone(ben))
        phone.trust(other)
        other.trust(phone)
        try phone.follow(ben)
        try other.store.add(eve.keyRecords())
        for index in 0..<230 as Range<UInt64> { try other.add(ben.post(10_000 + index)) }
    }

    /// Adds likes by Eve.
    private func like(_ posts: Range<UInt64>, at time: UInt64 = 20_000) throws {
        let likes = try posts.map { index in
            let post = ben.bound(10_000 + index)
            return try eve.record(.liked(post), at: stamp(time + index), on: ben.id)
        }
        try other.store.add(likes)
    }

    private var likeCount: Int {
        phone.store.live.values.count { $0.content.kind == .liked }
    }

    @discardableResult
    private func sync() throws -> Conversation {
        let conversation = Conversation(phone, other)
        #expect(conversation.isFinished)
        return conversation
    }

    @Test("Those beyond the limit arrive on the next day")
    mutating func nextDay() throws {
        try like(0..<230)
        let first = try sync()
        #expect(likeCount == 200)
        #expect(first.client.summary.recordsRejected == 30)
        #expect(try sync().byteCount <= 360)
        #expect(likeCount == 200)
        phone.clock += Self.day
        other.clock += Self.day
        #expect(try sync().client.summary.isEqual)
        #expect(likeCount == 230)
        #expect(phone.store.rejections.isEmpty && phone.store.released.isEmpty)
        #expect(try sync().byteCount <= 360)
    }

    @Test("A flood that is dated back brings 200 replies each day")
    mutating func flood() throws {
        let posts = (0..<600 as Range<UInt64>).map { ben.bound(30_000 + $0) }
        for (index, post) in posts.enumerated() {
            try other.add(
                eve.record(.liked(post), at: stamp(40_000 + UInt64(index)), on: ben.id)
            )
        }
        for count in [200, 400, 600, 600] {
            try sync()
            try sync()
            #expect(likeCount == count)
            #expect(phone.store.rejections.count == 600 - count)
            phone.clock += Self.day
            other.clock += Self.day
        }
    }

    @Test("All arrive once the stranger is followed")
    func follow() throws {
        try like(0..<230)
        try sync()
        #expect(likeCount == 200)
        try phone.follow(eve, at: 30_000)
        try sync()
        #expect(likeCount == 230)
        #expect(phone.store.rejections.isEmpty)
    }

    @Test("Removing likes and comments neither needs room nor makes any")
    func deletions() throws {
        let post = ben.bound(10_000)
        let comments = (0..<200 as Range<UInt64>).map { eve.bound(20_000 + $0, on: post) }
        for id in comments {
            let content = RecordContent.commentAdded(nonce: id.nonce, post: post, text: "x")
            try other.add(eve.record(content, at: id.stamp, on: ben.id))
        }
        try sync()
        for (index, id) in comments.enumerated() {
            let content = RecordContent.commentDeleted(id, post: post)
            try other.add(eve.record(content, at: stamp(30_000 + UInt64(index)), on: ben.id))
        }
        try sync()
        let kinds = phone.store.live.values.map(\.content.kind)
        #expect(kinds.count { $0 == .commentAdded } == 0)
        #expect(kinds.count { $0 == .commentDeleted } == 200)
        try like(0..<1, at: 40_000)
        try sync()
        #expect(likeCount == 0)
        #expect(phone.store.rejections.values.map(\.source.reason) == [.limit])
    }

    @Test("A removed like makes no room, and needs none on a later day")
    mutating func unlikes() throws {
        try like(0..<200)
        try sync()
        phone.clock += Self.day
        other.clock += Self.day
        for index in 0..<200 as Range<UInt64> {
            let post = ben.bound(10_000 + index)
            let time = Self.day + 30_000 + index
            try other.add(eve.record(.unliked(post), at: stamp(time), on: ben.id))
        }
        try like(200..<230, at: Self.day + 40_000)
        try sync()
        #expect(likeCount == 30)
        #expect(phone.store.rejections.isEmpty)
    }
}
