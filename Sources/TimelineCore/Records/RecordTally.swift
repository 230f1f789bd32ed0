/// The numbers of records by what they are to people.
public struct RecordTally: Hashable, Sendable, Encodable {
    /// The number of posts and of edits of posts.
    public package(set) var posts = 0
    /// The number of comments.
    public package(set) var comments = 0
    /// The number of likes.
    public package(set) var likes = 0
    /// The number of follows.
    public package(set) var follows = 0
    /// The number of all others: profiles, keys, deletions, withdrawn likes and follows, and
    /// records of unknown kinds.
    public package(set) var others = 0

    /// Creates a tally of no records.
    package init() {}

    /// Creates a tally of records.
    package init(_ records: some Sequence<VerifiedRecord>) {
        for record in records { add(record) }
    }

    /// The number of all records.
    public var total: Int { posts + comments + likes + follows + others }

    /// Counts a record.
    package mutating func add(_ record: VerifiedRecord) {
        switch record.content.kind {
        case .postSet: posts += 1
        case .commentAdded: comments += 1
        case .liked: likes += 1
        case .followed: follows += 1
        case .keyAdded, .keyRevoked, .profileSet, .accountDeleted, .postDeleted, .commentDeleted,
            .commentHidden, .unliked, .unfollowed, nil:
            others += 1
        }
    }

    /// Adds the numbers of another tally.
    package static func += (tally: inout RecordTally, other: RecordTally) {
        tally.posts += other.posts
        tally.comments += other.comments
        tally.likes += other.likes
        tally.follows += other.follows
        tally.others += other.others
    }
}
