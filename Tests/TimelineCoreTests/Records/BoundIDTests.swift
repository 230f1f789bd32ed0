import Testing
import TimelineTestSupport

@testable import TimelineCore

@Suite("Bound IDs")
struct BoundIDTests {
    private let leia: Author
    private let han: Author

    init() throws {
        (leia, han) = (try Author(1), try Author(2))
    }

    /// A generator that returns the given numbers, then counts up from 1,000.
    private struct Numbers: RandomNumberGenerator {
        var numbers: [UInt64]
        private(set) var count: UInt64 = 0

        init(_ numbers: [UInt64] = []) { self.numbers = numbers }

        mutating func next() -> UInt64 {
            count += 1
            return numbers.isEmpty ? 999 + count : numbers.removeFirst()
        }
    }

    @Test("The nonce proves the author and the post, and nothing else")
    func binding() {
        let post = leia.bound(10)
        let comment = han.bound(11, on: post)
        #expect(post.isBound(to: leia.id) && comment.isBound(to: han.id, on: post.id))
        #expect(!post.isBound(to: han.id) && !comment.isBound(to: leia.id, on: post.id))
        #expect(
            !comment.isBound(to: han.id) && !comment.isBound(to: han.id, on: Post.ID(comment.stamp))
        )
        #expect(!post.isBound(to: leia.id, on: post.id))
        let otherNonce = BoundID(id: post.id, nonce: Nonce(number: 1))
        #expect(!otherNonce.isBound(to: leia.id))
        let otherTime = Post.ID(PushID(high: post.stamp.high ^ 1 << 16, low: post.stamp.low))
        #expect(!BoundID(id: otherTime, nonce: post.nonce).isBound(to: leia.id))
    }

    @Test("An ID has the later time of the clock and the newest ID")
    func time() throws {
        var numbers = Numbers()
        var source = BoundIDSource(author: leia.id, after: stamp(100))
        #expect(
            try #require(source.nextID(at: 200, using: &numbers) as BoundID<Post>?).id.milliseconds
                == 200
        )
        let slow = try #require(source.nextID(at: 5, using: &numbers) as BoundID<Post>?)
        #expect((200...201).contains(slow.id.milliseconds))
        let comment = try #require(
            source.nextID(at: 300, on: slow.id, using: &numbers) as BoundID<TimelineCore.Comment>?
        )
        #expect(comment.isBound(to: leia.id, on: slow.id) && comment.stamp == source.newest)
    }

    @Test("IDs and stamps ascend, whatever the clock")
    func ascending() throws {
        var generator = SplitMix64(seed: 1)
        var source = BoundIDSource(author: leia.id, after: .min)
        var newest = source.newest
        for _ in 0..<2000 {
            let now = 1000 + UInt64(generator.below(3))
            if generator.below(2) == 0 {
                let bound = try #require(
                    source.nextID(at: now, using: &generator) as BoundID<Post>?
                )
                #expect(bound.stamp > newest && bound.isBound(to: leia.id))
                newest = bound.stamp
            } else {
                let stamp = try #require(source.nextStamp(at: now, using: &generator))
                #expect(stamp > newest)
                newest = stamp
            }
            #expect(source.newest == newest)
        }
    }

    @Test("After 16 nonces without a higher ID, the time advances by a millisecond")
    func draws() throws {
        // No ID of this millisecond is above the newest one.
        let newest = PushID(milliseconds: 100, bits: (.max, .max))
        var numbers = Numbers()
        var source = BoundIDSource(author: leia.id, after: newest)
        let bound = try #require(source.nextID(at: 50, using: &numbers) as BoundID<Post>?)
        #expect(bound.id.milliseconds == 101 && numbers.count == 17)
        #expect(bound == leia.bound(101, nonce: 1016))
    }

    @Test("Nonces are drawn until the ID is above the newest one")
    func rejectedNonces() throws {
        let ids = (0..<64).map { leia.bound(100, nonce: $0) }
        let sorted = ids.sorted { $0.id < $1.id }
        let (low, newest, high) = (sorted[0], sorted[32], sorted[63])
        var numbers = Numbers([low.nonce, newest.nonce, high.nonce].map(\.number))
        var source = BoundIDSource(author: leia.id, after: newest.stamp)
        #expect(source.nextID(at: 100, using: &numbers) == high)
        #expect(numbers.count == 3)
    }

    @Test("No ID is minted after the last millisecond")
    func lastMillisecond() {
        let newest = PushID(high: .max, low: .max)
        var numbers = Numbers()
        var source = BoundIDSource(author: leia.id, after: newest)
        #expect((source.nextID(at: 0, using: &numbers) as BoundID<Post>?) == nil)
        #expect(source.nextStamp(at: .max, using: &numbers) == nil)
        #expect(source.newest == newest)
    }

    @Test("The same nonce and time make the same ID")
    func imports() throws {
        let nonce = try #require(Nonce(bytes: [1, 2, 3, 4, 5, 6, 7, 8]))
        let first = BoundID<Post>(milliseconds: 5, nonce: nonce, author: leia.id)
        #expect(first == BoundID(milliseconds: 5, nonce: nonce, author: leia.id))
        #expect(first.id.milliseconds == 5)
    }
}
