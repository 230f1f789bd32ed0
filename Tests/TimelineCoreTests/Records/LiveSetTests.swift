import Testing

@testable import TimelineCore

@Suite("The live set")
struct LiveSetTests {
    private let leia: Author
    private let han: Author

    init() throws {
        (leia, han) = (try Author(1), try Author(2))
    }

    /// Returns the live records other than those that add keys, and checks that every order of the
    /// given records leads to the same result.
    ///
    /// Pass at most five records, because all permutations are checked.
    private func live(_ records: VerifiedRecord...) throws -> [VerifiedRecord] {
        let keys = try leia.devices() + han.devices()
        let result = liveSet(of: keys + records)
        for order in permutations(records) {
            #expect(liveSet(of: order + keys) == result)
            #expect(liveSet(of: order + keys + order) == result)
        }
        #expect(Set(result.map(\.id)) == NaiveLiveSet.ids(of: keys + records))
        return result.filter { $0.content.kind != .keyAdded }
    }

    private func permutations(_ records: [VerifiedRecord]) -> [[VerifiedRecord]] {
        guard records.count > 1 else { return [records] }
        return records.indices.flatMap { index in
            var others = records
            let first = others.remove(at: index)
            return permutations(others).map { [first] + $0 }
        }
    }

    // MARK: Keys

    @Test("A record without its key record is not live")
    func missingKey() throws {
        let stranger = try Author(3)
        let post = try stranger.post(stranger.bound(10))
        #expect(try live(post) == [])
        let added = try stranger.record(stranger.certificate(of: stranger.laptop), at: stamp(1))
        #expect(liveSet(of: [post, added]) == [added])
    }

    @Test("Two users' keys with one ID are different keys")
    func sharedKey() throws {
        // Leia certifies Han's phone as her own device.
        let added = try leia.record(leia.certificate(of: han.phone), at: stamp(2))
        let ended = try leia.revocation(of: han.phone, last: stamp(5))
        let hers = try leia.record(
            .profileSet(.bio("Hers")),
            at: stamp(10),
            key: han.phone
        )
        let his = try han.record(.profileSet(.bio("His")), at: stamp(10))
        #expect(try live(added, ended, hers, his) == [his, ended])
    }

    @Test("A record that no complete revocation of its key lists is void, whatever its stamp")
    func unlisted() throws {
        let (post, other) = (try leia.post(leia.bound(10)), try leia.post(leia.bound(11)))
        let ended = try leia.revocation(last: stamp(15), listing: [other])
        #expect(try live(post, other, ended) == [other, ended])
        let laptop = try leia.revocation(of: leia.laptop, last: stamp(15))
        #expect(try live(post, laptop) == [post, laptop])
    }

    @Test("A listed record is live even above the last stamp of its key")
    func listedAboveLastStamp() throws {
        let post = try leia.post(leia.bound(10))
        let ended = try leia.revocation(last: stamp(9), listing: [post])
        #expect(try live(post, ended) == [post, ended])
    }

    @Test("While parts are missing, a record at the last stamp of its key is live")
    func atLastStamp() throws {
        let (first, second) = (leia.bound(10), leia.bound(11))
        let posts = (try leia.post(first), try leia.post(second))
        let part = try leia.revocation(last: first.stamp, part: 1, outOf: 2)
        #expect(try live(posts.0, posts.1, part) == [posts.0, part])
    }

    @Test("While parts are missing, the lowest last stamp applies")
    func twoEnds() throws {
        let post = try leia.post(leia.bound(10))
        let low = try leia.revocation(last: stamp(5), 1, part: 1, outOf: 2)
        let high = try leia.revocation(last: stamp(15), 2, part: 1, outOf: 2)
        #expect(try live(post, low, high) == [low, high])
        let earlier = try leia.revocation(last: stamp(15), 2, part: 1, outOf: 2, at: 19)
        #expect(try live(post, low, earlier) == [earlier, low])
    }

    @Test("A revocation without all of its parts is not complete, in any order of its parts")
    func parts() throws {
        let posts = try (10...12).map { try leia.post(leia.bound($0)) }
        let parts = try (1...3 as ClosedRange<UInt64>)
            .map { number in
                let listed = [posts[Int(number) - 1]]
                return try leia.revocation(last: stamp(11), part: number, outOf: 3, listing: listed)
            }
        // Only the stamp counts: the third post is above it.
        for part in parts {
            #expect(try live(posts[0], posts[2], part) == [posts[0], part])
        }
        #expect(try live(posts[2], parts[0], parts[2]) == [parts[0], parts[2]])
        #expect(try live(posts[2], parts[0], parts[1], parts[2]) == [posts[2]] + parts)
        let unlisted = try leia.post(leia.bound(9))
        #expect(try live(unlisted, parts[0], parts[1], parts[2]) == parts)
    }

    @Test("The parts of different revocations do not complete each other")
    func foreignParts() throws {
        let post = try leia.post(leia.bound(10))
        let first = try leia.revocation(last: stamp(15), 1, part: 1, outOf: 2)
        let second = try leia.revocation(last: stamp(15), 2, part: 2, outOf: 2)
        #expect(try live(post, first, second) == [post, first, second])
    }

    @Test("A record is live if one of several complete revocations lists it")
    func concurrentRevocations() throws {
        let posts = try (10...12).map { try leia.post(leia.bound($0)) }
        let phone = try leia.revocation(last: stamp(10), 1, listing: [posts[0]])
        let laptop = try leia.revocation(last: stamp(11), 2, listing: [posts[1]])
        let result = try live(posts[0], posts[1], posts[2], phone, laptop)
        #expect(result == [posts[0], posts[1], phone, laptop])
        // An incomplete revocation counts for nothing beside a complete one.
        let part = try leia.revocation(last: stamp(5), 3, part: 1, outOf: 2, listing: [posts[2]])
        #expect(try live(posts[0], posts[2], phone, part) == [posts[0], phone, part])
    }

    @Test("Parts that contradict each other make a revocation incomplete")
    func contradictions() throws {
        let (low, high) = (try leia.post(leia.bound(10)), try leia.post(leia.bound(12)))
        let part = try leia.revocation(last: stamp(11), listing: [high])
        #expect(try live(low, high, part) == [high, part])
        let list = try leia.revocation(last: stamp(11), listing: [low], at: 21)
        #expect(try live(low, high, part, list) == [low, part, list])
        let number = try leia.revocation(last: stamp(11), part: 2, outOf: 2, at: 21)
        #expect(try live(low, high, part, number) == [low, part, number])
        // The same part with another stamp, as after a repair of the clock, is no contradiction.
        let again = try leia.revocation(last: stamp(11), listing: [high], at: 21)
        #expect(try live(low, high, part, again) == [high, part, again])
    }

    @Test("Only the parts of a revocation that may change what is live are a difference")
    func differences() throws {
        func parts(_ numbers: ClosedRange<UInt64>, last: UInt64 = 10) throws -> [KeyRevocation] {
            try numbers.map { number in
                let record = try leia.revocation(last: stamp(last), part: number, outOf: 4)
                guard case .keyRevoked(let part) = record.content else {
                    throw RecordError.malformed
                }
                return part
            }
        }
        func differs(_ former: [KeyRevocation], _ new: [KeyRevocation]) throws -> Bool {
            try #require(KeyRevocations(former + new)).differ(from: KeyRevocations(former))
        }
        #expect(try differs([], parts(1...1)))
        #expect(try !differs(parts(1...1), parts(2...3)))
        #expect(try differs(parts(1...1), parts(2...2, last: 9)))
        #expect(try differs(parts(1...3), parts(4...4)))
        #expect(try !differs(parts(1...4), parts(4...4)))
    }

    @Test("A void deletion deletes nothing, even if it is dated back")
    func voidDeletion() throws {
        let bound = leia.bound(10)
        let post = try leia.post(bound, key: leia.laptop)
        let deletion = try leia.record(.postDeleted(bound), at: stamp(11))
        let ended = try leia.revocation(last: stamp(12))
        #expect(try live(post, deletion, ended) == [post, ended])
        let part = try leia.revocation(last: stamp(10), part: 1, outOf: 2)
        #expect(try live(post, deletion, part) == [post, part])
    }

    @Test("A void edit replaces nothing")
    func voidEdit() throws {
        let bound = leia.bound(10)
        let post = try leia.post(bound, key: leia.laptop)
        let edit = try leia.record(.postSet(bound, content("Edited")), at: stamp(11))
        let ended = try leia.revocation(last: stamp(12))
        #expect(try live(post, edit, ended) == [post, ended])
    }

    @Test("The end of a key does not affect records that the root key signs")
    func rootRecords() throws {
        let ended = try leia.revocation(last: stamp(0))
        let left = try leia.record(.accountDeleted, at: stamp(30))
        #expect(try live(ended, left) == [ended, left])
    }

    // MARK: Leaving

    @Test("After a user has deleted their account, only key records and the deletion remain")
    func leaving() throws {
        let bound = leia.bound(10)
        let post = try leia.post(bound)
        let unknown = try leia.record(.unknown(kind: 99, content: [0]), at: stamp(11))
        let left = try leia.record(.accountDeleted, at: stamp(30))
        let follow = try han.record(.followed(leia.id), at: stamp(12))
        #expect(try live(post, unknown, left, follow) == [follow, left])
    }

    @Test("Records stamped after the leaving are not live")
    func latePosts() throws {
        let left = try leia.record(.accountDeleted, at: stamp(30))
        let late = try leia.post(leia.bound(40))
        #expect(try live(left, late) == [left])
    }

    @Test("Replies to a user with a deleted account are not live")
    func repliesToLeaver() throws {
        let (bound, reply) = (leia.bound(10), han.bound(11, on: leia.bound(10)))
        let comment = try han.comment(reply, on: bound, by: leia)
        let like = try han.record(.liked(bound), at: stamp(40), on: leia)
        let unknown = try han.record(.unknown(kind: 99, content: [0]), at: stamp(12), on: leia)
        let left = try leia.record(.accountDeleted, at: stamp(30))
        #expect(try live(comment, like, unknown, left) == [left])
    }

    @Test("Of several records of leaving, the highest is live")
    func leavingTwice() throws {
        let first = try leia.record(.accountDeleted, at: stamp(30))
        let second = try leia.record(.accountDeleted, at: stamp(31))
        #expect(try live(first, second) == [second])
    }

    // MARK: Deletions

    @Test("Deleting a post removes the post, its edits and its replies, but not the deletion")
    func deletedPost() throws {
        let bound = leia.bound(10)
        let post = try leia.post(bound)
        let edit = try leia.record(.postSet(bound, content("Edited")), at: stamp(25))
        let deletion = try leia.record(.postDeleted(bound), at: stamp(20))
        #expect(try live(post, edit, deletion) == [deletion])
        #expect(try live(deletion) == [deletion])
        let reply = han.bound(11, on: bound)
        let comment = try han.comment(reply, on: bound, by: leia)
        let like = try han.record(.liked(bound), at: stamp(40), on: leia)
        #expect(try live(comment, like, deletion) == [deletion])
    }

    @Test("Deleting a post removes the deletions of its replies")
    func deletedPostWithTombstones() throws {
        let bound = leia.bound(10)
        let reply = han.bound(11, on: bound)
        let deleted = try han.record(.commentDeleted(reply, post: bound), at: stamp(12), on: leia)
        let hidden = try leia.record(.commentHidden(reply.id, post: bound), at: stamp(13))
        let deletion = try leia.record(.postDeleted(bound), at: stamp(20))
        #expect(try live(deleted, hidden, deletion) == [deletion])
    }

    @Test("A deletion of one post does not affect another post")
    func otherPost() throws {
        let (first, second) = (leia.bound(10), leia.bound(11))
        let post = try leia.post(first)
        let like = try han.record(.liked(first), at: stamp(12), on: leia)
        let deletion = try leia.record(.postDeleted(second), at: stamp(20))
        #expect(try live(post, like, deletion) == [post, like, deletion])
    }

    @Test("A comment that its author deleted is not live")
    func deletedComment() throws {
        let bound = leia.bound(10)
        let reply = han.bound(11, on: bound)
        let comment = try han.comment(reply, on: bound, by: leia)
        let deletion = try han.record(.commentDeleted(reply, post: bound), at: stamp(12), on: leia)
        #expect(try live(comment, deletion) == [deletion])
    }

    @Test("A comment is hidden only by the author of the same post")
    func hiddenComment() throws {
        let (bound, other) = (leia.bound(10), han.bound(10))
        let reply = han.bound(11, on: bound)
        let comment = try han.comment(reply, on: bound, by: leia)
        let hidden = try leia.record(.commentHidden(reply.id, post: bound), at: stamp(12))
        #expect(try live(comment, hidden) == [hidden])
        let elsewhere = try han.record(.commentHidden(reply.id, post: other), at: stamp(13))
        #expect(try live(comment, elsewhere) == [comment, elsewhere])
        // The later record does not replace the one that hides the comment.
        #expect(try live(comment, hidden, elsewhere) == [hidden, elsewhere])
    }

    @Test("A comment's author cannot show a hidden comment again by ending a key")
    func hiddenCommentStaysHidden() throws {
        let bound = leia.bound(10)
        let reply = han.bound(11, on: bound)
        let comment = try han.comment(reply, on: bound, by: leia)
        let hidden = try leia.record(.commentHidden(reply.id, post: bound), at: stamp(12))
        let deletion = try han.record(.commentDeleted(reply, post: bound), at: stamp(15), on: leia)
        let keys = try leia.devices() + han.devices()
        // A store that retains only the live set still hides the comment.
        let kept = liveSet(of: keys + [comment, hidden, deletion])
        #expect(kept.contains(hidden) && kept.contains(deletion))
        let ended = try han.revocation(last: stamp(13), listing: [comment])
        let result = liveSet(of: kept + [ended, comment])
        #expect(result.contains(hidden) && !result.contains(comment))
    }

    // MARK: Registers

    @Test("An edit replaces the post")
    func edit() throws {
        let bound = leia.bound(10)
        let post = try leia.post(bound)
        let edit = try leia.record(.postSet(bound, content("Edited")), at: stamp(12))
        #expect(try live(post, edit) == [edit])
        #expect(try live(edit) == [edit])
    }

    @Test("Of several records with one stamp, the one with the highest ID is live")
    func tieBreaker() throws {
        let records = try ["a", "b", "c"]
            .map { bio in
                try leia.record(.profileSet(.bio(bio)), at: stamp(10))
            }
        let highest = try #require(records.max { $0.id < $1.id })
        #expect(try live(records[0], records[1], records[2]) == [highest])
    }

    @Test("Each field of a profile is a register")
    func profileFields() throws {
        let name = try leia.record(.profileSet(.displayName("Leia")), at: stamp(10))
        let bio = try leia.record(.profileSet(.bio("General")), at: stamp(11))
        let cleared = try leia.record(.profileSet(.bio(nil)), at: stamp(12))
        let username = try leia.record(.profileSet(.username(try Username("leia"))), at: stamp(13))
        #expect(try live(name, bio, cleared, username) == [name, cleared, username])
    }

    @Test("A like and its removal share a register for each user and post")
    func likes() throws {
        let (bound, other) = (leia.bound(10), leia.bound(11))
        let like = try han.record(.liked(bound), at: stamp(12), on: leia)
        let unlike = try han.record(.unliked(bound), at: stamp(13), on: leia)
        let again = try han.record(.liked(bound), at: stamp(14), on: leia)
        #expect(try live(like, unlike) == [unlike])
        #expect(try live(like, unlike, again) == [again])
        let own = try leia.record(.liked(bound), at: stamp(15))
        let elsewhere = try han.record(.liked(other), at: stamp(16), on: leia)
        #expect(try live(like, own, elsewhere) == [like, own, elsewhere])
    }

    @Test("A follow and its removal share a register for each pair of users")
    func follows() throws {
        let third = try Author(3)
        let follow = try han.record(.followed(leia.id), at: stamp(12))
        let unfollow = try han.record(.unfollowed(leia.id), at: stamp(13))
        let other = try han.record(.followed(third.id), at: stamp(11))
        let back = try leia.record(.followed(han.id), at: stamp(14))
        #expect(try live(follow, unfollow, other, back) == [other, unfollow, back])
    }

    @Test("Of two comments with one ID, the higher is live")
    func comments() throws {
        let bound = leia.bound(10)
        let reply = han.bound(11, on: bound)
        let first = try han.comment(reply, on: bound, by: leia, "First")
        let second = try han.comment(reply, on: bound, by: leia, "Second")
        #expect(try live(first, second) == [max(first, second)])
        let other = try han.comment(han.bound(12, on: bound), on: bound, by: leia)
        #expect(try live(first, other) == [first, other])
    }

    @Test("Of several deletions of one item, the highest is live")
    func tombstones() throws {
        let bound = leia.bound(10)
        let first = try leia.record(.postDeleted(bound), at: stamp(20))
        let second = try leia.record(.postDeleted(bound), at: stamp(21))
        #expect(try live(first, second) == [second])
        let reply = han.bound(11, on: bound)
        let hidden = try leia.record(.commentHidden(reply.id, post: bound), at: stamp(22))
        let hiddenAgain = try leia.record(.commentHidden(reply.id, post: bound), at: stamp(23))
        let deleted = try han.record(.commentDeleted(reply, post: bound), at: stamp(24), on: leia)
        #expect(try live(hidden, hiddenAgain, deleted) == [hiddenAgain, deleted])
    }

    @Test("Records of unknown kinds are kept")
    func unknownKinds() throws {
        let first = try leia.record(.unknown(kind: 99, content: [0]), at: stamp(10))
        let second = try leia.record(.unknown(kind: 99, content: [0]), at: stamp(11))
        let reply = try han.record(.unknown(kind: .max, content: [0x80]), at: stamp(12), on: leia)
        #expect(try live(first, second, reply) == [first, second, reply])
        let ended = try leia.revocation(last: stamp(10), listing: [first])
        #expect(try live(first, second, ended) == [first, ended])
    }
}
