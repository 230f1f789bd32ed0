import Testing

@testable import TimelineRecords

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
        #expect(Set(result.map(\.id)) == NaiveLiveSet.ids(of: (keys + records).map(\.record)))
        return result.filter { $0.body.content.kind != .keyAdded }
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
        let ended = try leia.record(.keyEnded(han.phone.id, last: stamp(5)), at: stamp(20))
        let hers = try leia.record(
            .profileSet(.bio("Hers")),
            at: stamp(10),
            key: han.phone
        )
        let his = try han.record(.profileSet(.bio("His")), at: stamp(10))
        #expect(try live(added, ended, hers, his) == [his, ended])
    }

    @Test("A record above the last stamp of its key is void")
    func void() throws {
        let bound = leia.bound(10)
        let post = try leia.post(bound)
        let before = try leia.record(.keyEnded(leia.phone.id, last: stamp(9)), at: stamp(20))
        #expect(try live(post, before) == [before])
        let other = try leia.record(.keyEnded(leia.laptop.id, last: stamp(9)), at: stamp(20))
        #expect(try live(post, other) == [post, other])
    }

    @Test("A record at the last stamp of its key is not void")
    func atLastStamp() throws {
        let bound = leia.bound(10)
        let post = try leia.post(bound)
        let ended = try leia.record(.keyEnded(leia.phone.id, last: bound.id), at: stamp(20))
        #expect(try live(post, ended) == [post, ended])
    }

    @Test("Of two ends of a key, the lower last stamp applies")
    func twoEnds() throws {
        let post = try leia.post(leia.bound(10))
        let low = try leia.record(.keyEnded(leia.phone.id, last: stamp(5)), at: stamp(20))
        let high = try leia.record(.keyEnded(leia.phone.id, last: stamp(15)), at: stamp(21))
        #expect(try live(post, low, high) == [low, high])
        let earlier = try leia.record(.keyEnded(leia.phone.id, last: stamp(15)), at: stamp(19))
        #expect(try live(post, low, earlier) == [earlier, low])
    }

    @Test("A void deletion deletes nothing")
    func voidDeletion() throws {
        let bound = leia.bound(10)
        let post = try leia.post(bound, key: leia.laptop)
        let deletion = try leia.record(.postDeleted(bound), at: stamp(15))
        let ended = try leia.record(.keyEnded(leia.phone.id, last: stamp(12)), at: stamp(20))
        #expect(try live(post, deletion, ended) == [post, ended])
    }

    @Test("A void edit replaces nothing")
    func voidEdit() throws {
        let bound = leia.bound(10)
        let post = try leia.post(bound, key: leia.laptop)
        let edit = try leia.record(.postSet(bound, content("Edited")), at: stamp(15))
        let ended = try leia.record(.keyEnded(leia.phone.id, last: stamp(12)), at: stamp(20))
        #expect(try live(post, edit, ended) == [post, ended])
    }

    @Test("The end of a key does not affect records that the root key signs")
    func rootRecords() throws {
        let ended = try leia.record(.keyEnded(leia.phone.id, last: stamp(0)), at: stamp(20))
        let left = try leia.record(.userLeft, at: stamp(30))
        #expect(try live(ended, left) == [ended, left])
    }

    // MARK: Leaving

    @Test("After a user has left, only key records and the leaving remain")
    func leaving() throws {
        let bound = leia.bound(10)
        let post = try leia.post(bound)
        let unknown = try leia.record(.unknown(kind: 99, content: [0]), at: stamp(11))
        let left = try leia.record(.userLeft, at: stamp(30))
        let follow = try han.record(.followed(leia.id), at: stamp(12))
        #expect(try live(post, unknown, left, follow) == [follow, left])
    }

    @Test("Records stamped after the leaving are not live")
    func latePosts() throws {
        let left = try leia.record(.userLeft, at: stamp(30))
        let late = try leia.post(leia.bound(40))
        #expect(try live(left, late) == [left])
    }

    @Test("Replies to a user that has left are not live")
    func repliesToLeaver() throws {
        let (bound, reply) = (leia.bound(10), han.bound(11, on: leia.bound(10)))
        let comment = try han.comment(reply, on: bound, by: leia)
        let like = try han.record(.liked(bound), at: stamp(40), on: leia)
        let unknown = try han.record(.unknown(kind: 99, content: [0]), at: stamp(12), on: leia)
        let left = try leia.record(.userLeft, at: stamp(30))
        #expect(try live(comment, like, unknown, left) == [left])
    }

    @Test("Of several records of leaving, the highest is live")
    func leavingTwice() throws {
        let first = try leia.record(.userLeft, at: stamp(30))
        let second = try leia.record(.userLeft, at: stamp(31))
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
        let ended = try han.record(.keyEnded(han.phone.id, last: stamp(13)), at: stamp(20))
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
        let username = try leia.record(.profileSet(.username("leia")), at: stamp(13))
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
        let ended = try leia.record(.keyEnded(leia.phone.id, last: stamp(10)), at: stamp(20))
        #expect(try live(first, second, ended) == [first, ended])
    }
}
