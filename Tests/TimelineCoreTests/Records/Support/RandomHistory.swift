import TimelineTestSupport
@testable import TimelineCore

/// Random records of three users with two posts each and a few comments.
///
/// There are few different stamps, so that many records concern the same items and registers.
struct RandomHistory {
    private let authors: [Author]
    private var generator: SplitMix64

    /// The records, in no particular order.
    private(set) var records: [VerifiedRecord] = []

    /// Creates a history of `count` records and the records that add most of the keys.
    init(seed: UInt64, count: Int, revokesKeys: Bool = true) throws {
        generator = SplitMix64(seed: seed)
        authors = try RandomHistory.authors.get()
        for author in authors {
            // Sometimes, the record of a key is missing.
            records += try author.devices().filter { _ in generator.below(12) > 0 }
        }
        for _ in 0..<count { records.append(try record(revokesKeys: revokesKeys)) }
    }

    private static let authors = Result { try [Author(1), Author(2), Author(3)] }

    private mutating func record(revokesKeys: Bool) throws -> VerifiedRecord {
        let (author, owner) = (generator.element(of: authors), generator.element(of: authors))
        let post = owner.bound(UInt64(10 + generator.below(2)))
        let reply = author.bound(UInt64(11 + generator.below(3)), on: post)
        // Some stamps are equal to those of posts and comments, or lie between them.
        let time = stamp(UInt64(10 + generator.below(8)), UInt64(generator.below(2)))
        let at = generator.element(of: [time, max(post.stamp, time), reply.stamp])
        let key = generator.below(2) == 0 ? author.phone : author.laptop
        switch generator.below(revokesKeys ? 18 : 16) {
        case 0:
            let text = generator.element(of: ["a", "b"])
            let setting = generator.element(
                of: [.displayName(text), .bio(text), .bio(nil), .username(try Username(text))]
                    as [ProfileSetting]
            )
            return try author.record(.profileSet(setting), at: at, key: key)
        case 1...3:
            let own = author.bound(UInt64(10 + generator.below(2)))
            let caption = generator.element(of: ["a", "b"])
            let later = generator.element(of: [own.stamp, max(own.stamp, time)])
            return try author.record(.postSet(own, content(caption)), at: later, key: key)
        case 4:
            let own = author.bound(UInt64(10 + generator.below(2)))
            return try author.record(.postDeleted(own), at: at, key: key)
        case 5...7:
            let text = generator.element(of: ["a", "b"])
            return try author.comment(reply, on: post, by: owner, text, key: key)
        case 8:
            let content = RecordContent.commentDeleted(reply, post: post)
            return try author.record(content, at: at, on: owner, key: key)
        case 9:
            return try hiding(by: author, at: at, key: key)
        case 10: return try author.record(.liked(post), at: at, on: owner, key: key)
        case 11: return try author.record(.unliked(post), at: at, on: owner, key: key)
        case 12, 13:
            guard author.id != owner.id else { return try record(revokesKeys: revokesKeys) }
            let isFollow = generator.below(2) == 0
            return try author.record(
                isFollow ? .followed(owner.id) : .unfollowed(owner.id),
                at: at,
                key: key
            )
        case 14:
            let content = RecordContent.unknown(kind: 99, content: [UInt8(generator.below(2))])
            return try author.record(content, at: at, on: owner, key: key)
        case 15:
            // Leaving is rare, because it removes most records.
            guard generator.below(6) == 0 else { return try record(revokesKeys: revokesKeys) }
            return try author.record(.accountDeleted, at: at)
        default:
            // The key may belong to another user, in which case the record has no effect.
            let ended = generator.below(6) == 0 ? owner.phone : key
            return try author.record(.keyRevoked(revocation(of: ended, last: time)), at: at)
        }
    }

    /// Returns a part of one of two revocations, which may contradict another part.
    private mutating func revocation(of key: SigningKey, last: PushID) -> KeyRevocation {
        let signed = records.filter { $0.key == key.id }.shuffled(using: &generator)
        let count = generator.below(signed.count + 1)
        // Many revocations never become complete.
        let parts = 1 + UInt64(generator.below(2))
        let id = RevocationID(bytes: Array(repeating: UInt8(generator.below(4)), count: 16))
        return KeyRevocation(
            of: key.id,
            last: last,
            id: id ?? RevocationID(using: &generator),
            part: 1 + UInt64(generator.below(Int(parts))),
            of: parts,
            list: Set(signed.prefix(count).map { RecordIDPrefix($0.id) }).sorted()
        )
    }

    /// Returns a record that hides a comment, which may be on another post.
    private mutating func hiding(
        by author: Author,
        at stamp: PushID,
        key: SigningKey
    ) throws -> VerifiedRecord {
        let writer = generator.element(of: authors)
        let own = author.bound(UInt64(10 + generator.below(2)))
        let other = generator.element(of: authors).bound(UInt64(10 + generator.below(2)))
        let post = generator.below(3) == 0 ? other : own
        let comment = writer.bound(UInt64(11 + generator.below(3)), on: post)
        return try author.record(.commentHidden(comment.id, post: own), at: stamp, key: key)
    }

    /// Returns the records in random order, some of them twice.
    mutating func shuffled() -> [VerifiedRecord] {
        let duplicates = records.filter { _ in generator.below(4) == 0 }
        return (records + duplicates).shuffled(using: &generator)
    }

    /// Returns the records in random batches.
    ///
    /// Records that the root key signs come first if `rootFirst` is set.
    mutating func batches(rootFirst: Bool) -> [[VerifiedRecord]] {
        var records = shuffled()
        var batches: [[VerifiedRecord]] = []
        if rootFirst {
            batches.append(records.filter { $0.content.isSignedByRoot })
        }
        while !records.isEmpty {
            let count = 1 + generator.below(records.count)
            batches.append(Array(records.prefix(count)))
            records.removeFirst(count)
        }
        return batches
    }
}
