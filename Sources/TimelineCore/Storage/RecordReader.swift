/// Queries for signed records.
///
/// A repository stores the live records and no others; see `liveSet(of:)`. The shared data of users
/// with keys follows from their live records.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol RecordReader {
    /// Returns 16 random bytes that the repository replaces whenever the live records change.
    func recordToken() throws -> [UInt8]
    /// Returns the live record that sets a register, or `nil` if none does.
    func record(setting register: RecordRegister) throws -> VerifiedRecord?
    /// Returns the live records with the given IDs, in any order.
    func records(withIDs ids: Set<RecordID>) throws -> [VerifiedRecord]
    /// Calls `body` with every live record, in ascending order of their positions.
    ///
    /// - Parameter body: A closure that may run other queries on the same snapshot.
    /// - Throws: Any error thrown by `body`, or ``TimelineError/storageFailed(_:)``.
    func forEachRecord(_ body: (VerifiedRecord) throws -> Void) throws
    /// Returns the IDs, times and authors of live records in the given scopes, in any order.
    ///
    /// - Parameters:
    ///   - scopes: The scopes.
    ///   - isDeletion: Whether to return only the records that remove a post, a comment or a like.
    /// - Returns: The heads of the records.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func recordHeads(
        inScopes scopes: Set<User.ID>,
        onlyDeletions isDeletion: Bool
    ) throws -> [RecordHead]
    /// Returns the live records that were added by some commits, in any order.
    ///
    /// - Parameters:
    ///   - epochs: The epochs of the snapshots after these commits.
    ///   - limit: The maximum number of records.
    /// - Returns: The records.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func records(addedIn epochs: ClosedRange<Int>, limit: Int) throws -> [VerifiedRecord]
    /// Returns the users of whom deletions may concern the store, apart from those in the given
    /// scopes.
    ///
    /// These are the users with deleted accounts, and outside the given scopes, the users with
    /// posts or with replies to their posts, and the authors of these replies. Records that delete
    /// posts and replies count as well.
    func heldUsers(outside scopes: Set<User.ID>) throws -> Set<User.ID>
    /// Returns the references from the photos in the given users' posts and from the avatars of all
    /// users, in any order.
    ///
    /// Pending posts are left out.
    func blobReferences(of authors: Set<User.ID>) throws -> [BlobReference]
    /// Returns the live records that introduce the given users: their keys and profiles, or that
    /// they have deleted their account.
    ///
    /// - Parameters:
    ///   - users: The users.
    ///   - isKey: Whether to return only the records that add devices. The lists of revocations may
    ///     be long.
    /// - Returns: The records, in any order.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func introductions(
        of users: Set<User.ID>,
        onlyKeys isKey: Bool
    ) throws -> [VerifiedRecord]
    /// Returns whether a live record revokes a user's device key.
    ///
    /// The default implementation searches the introductions. Each write of a user with keys asks
    /// this.
    func isRevoked(_ key: KeyID, of user: User.ID) throws -> Bool
    /// Returns the newest live records of a scope that do not introduce their author.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - position: The position below which the records lie, or `nil` for the newest records.
    ///   - limit: The maximum number of records.
    /// - Returns: The records in descending order of their positions.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func records(
        inScope scope: User.ID,
        below position: RecordPosition?,
        limit: Int
    ) throws -> [VerifiedRecord]
    /// Returns the live comments on a post, their deletions and hidings, and the likes of the post,
    /// in any order.
    func replies(to post: Post.ID) throws -> [VerifiedRecord]
    /// Returns the number of replies that an author has made in another user's scope.
    ///
    /// A live record that deletes a comment counts at the time of the comment, in its place. A
    /// record that removes a like does not count.
    ///
    /// - Parameters:
    ///   - author: The author of the replies.
    ///   - scope: The author of the posts.
    ///   - times: The range of the replies' times, in milliseconds since 1970.
    /// - Returns: The number of records.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func replyCount(
        by author: User.ID,
        inScope scope: User.ID,
        times: Range<UInt64>
    ) throws -> Int
    /// Returns the users on whose posts an author has live replies.
    func scopesOfReplies(by author: User.ID) throws -> Set<User.ID>
    /// Returns the number of live replies to posts that the store does not contain.
    func pendingReplyCount() throws -> Int
    /// Returns the live records in which a user follows or stops following another, in any order,
    /// whether or not their profiles have arrived.
    ///
    /// - Parameters:
    ///   - follower: The author, or `nil` for all authors.
    ///   - followed: The other user, or `nil` for all users.
    /// - Returns: The records.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func follows(
        by follower: User.ID?,
        of followed: User.ID?
    ) throws -> [VerifiedRecord]
}

/// The ID, the time and the author of a live record.
public struct RecordHead: Hashable, Sendable {
    /// The time and the ID of the record.
    public let position: RecordPosition
    /// The author of the record.
    public let author: User.ID

    /// Creates a record head.
    public init(position: RecordPosition, author: User.ID) {
        self.position = position
        self.author = author
    }
}

extension RecordReader {
    /// Returns the live records that a device key has signed, oldest first.
    ///
    /// This reads all records of the user.
    package func records(
        signedBy key: KeyID,
        of user: User.ID
    ) throws -> [VerifiedRecord] {
        let heads = try recordHeads(inScopes: scopesOfReplies(by: user).union([user]))
        let ids = Set(heads.filter { $0.author == user }.map(\.position.id))
        return try records(withIDs: ids)
            .filter { $0.key == key && !$0.content.isSignedByRoot }.sorted()
    }

    /// Returns whether a record is live.
    package func containsRecord(_ id: RecordID) throws -> Bool {
        try !records(withIDs: [id]).isEmpty
    }

    /// Returns the IDs, times and authors of all live records in the given scopes, in any order.
    package func recordHeads(inScopes scopes: Set<User.ID>) throws -> [RecordHead] {
        try recordHeads(inScopes: scopes, onlyDeletions: false)
    }

    /// Returns all live records that introduce the given users.
    public func introductions(of users: Set<User.ID>) throws -> [VerifiedRecord] {
        try introductions(of: users, onlyKeys: false)
    }

    /// Returns the users that a user follows according to the live records.
    package func usersFollowed(by user: User.ID) throws -> Set<User.ID> {
        let users = try follows(by: user, of: nil)
            .compactMap { record -> User.ID? in
                if case .followed(let followed) = record.content { followed } else { nil }
            }
        return Set(users)
    }

    /// Returns whether the introductions of a user revoke a device key.
    public func isRevoked(_ key: KeyID, of user: User.ID) throws -> Bool {
        try introductions(of: [user])
            .contains { record in
                guard case .keyRevoked(let part) = record.content else { return false }
                return part.key == key
            }
    }
}

/// Queries for stamps.
///
/// Every query throws ``TimelineError/storageFailed(_:)`` if reading fails.
public protocol StampReader {
    /// Returns the epoch of this snapshot.
    ///
    /// The epoch grows with every commit that affects the results of queries, including commits by
    /// other processes: commits of records, and commits of private data that add or delete an
    /// account, or mute, unmute, block or unblock a user. Other private data, such as a login or a
    /// new read position, does not advance the epoch, so it does not wake any observers.
    ///
    /// The epoch of a commit is also the arrival number of the posts, comments, likes and follows
    /// that the commit added.
    func epoch() throws -> Int

    /// Returns an author's newest stamp, or ``PushID/min`` if there is none.
    ///
    /// Waiting records and records of deleted accounts are included. The author's next ID or stamp
    /// is minted above the result.
    ///
    /// If `author` is `nil`, the result is the newest stamp in the store, which is only a hint:
    /// Stamps increase per author, so a later snapshot may contain new records with lower stamps. A
    /// repository may also return a stamp that is not quite the newest.
    func newestStamp(of author: User.ID?) throws -> PushID
}
