public import TimelineCore

/// The numbers of records by what they are to people.
public struct RecordTally: Hashable, Sendable {
    /// The number of posts and of edits of posts.
    public internal(set) var posts = 0
    /// The number of comments.
    public internal(set) var comments = 0
    /// The number of likes.
    public internal(set) var likes = 0
    /// The number of follows.
    public internal(set) var follows = 0
    /// The number of all others: profiles, keys, deletions, withdrawn likes and follows, and
    /// records of unknown kinds.
    public internal(set) var others = 0

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
        switch record.body.content.kind {
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

/// The progress of a sync.
public struct SyncProgress: Hashable, Sendable {
    /// The number of records that have arrived and are live.
    public internal(set) var records = 0
    /// The number of bytes of blobs that have arrived.
    public internal(set) var blobBytes: UInt64 = 0
    /// The number of blobs that have arrived completely.
    public internal(set) var blobs = 0
    /// The box key of the session's peer, once the store has admitted the peer.
    public internal(set) var peer: EncryptionKey?

    /// The key ID of the peer's device, once a session with it has ended.
    public internal(set) var device: KeyID?

    /// Creates the progress of a sync that has not started.
    public init() {}
}

/// The order in which records are sent: keys, profiles, then everything else, each newest first.
///
/// The receiver needs keys to verify the other records, and profiles to display them.
enum RecordRank: Int, Comparable {
    /// Records signed by the root key: devices added and revoked, and accounts deleted.
    case key
    /// Profile fields.
    case profile
    /// All other records.
    case content

    init(_ content: RecordContent) {
        if content.isSignedByRoot {
            self = .key
        } else if content.kind?.introducesAuthor == true {
            self = .profile
        } else {
            self = .content
        }
    }

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Sorts records into the order in which they are sent.
    static func sorted(_ records: some Sequence<VerifiedRecord>) -> [VerifiedRecord] {
        let ranked = records.map { (rank: RecordRank($0.body.content), record: $0) }
        return
            ranked.sorted { left, right in
                left.rank != right.rank ? left.rank < right.rank : right.record < left.record
            }
            .map(\.record)
    }
}
