public import TimelineRecords

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
    /// Returns whether a record is live.
    func containsRecord(_ id: RecordID) throws -> Bool
    /// Returns the IDs, times and authors of the live records in the given scopes, in any order.
    func recordHeads(inScopes scopes: Set<RecordUserID>) throws -> [RecordHead]
    /// Returns the live records that were added by commits after an epoch, in any order.
    ///
    /// - Parameters:
    ///   - epoch: The epoch of an earlier snapshot.
    ///   - limit: The maximum number of records.
    /// - Returns: The records.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func records(addedAfter epoch: Int, limit: Int) throws -> [VerifiedRecord]
    /// Returns the authors of the live records in the given scopes.
    func recordAuthors(inScopes scopes: Set<RecordUserID>) throws -> Set<RecordUserID>
    /// Returns the public copies and previews of all photos in posts with live records in the given
    /// scopes.
    ///
    /// Posts that are pending are left out.
    func photoBlobs(inScopes scopes: Set<RecordUserID>) throws -> Set<BlobID>
    /// Returns the live records that introduce the given users: their keys and profiles, or that
    /// they have left.
    func introductions(of users: Set<RecordUserID>) throws -> [VerifiedRecord]
    /// Returns whether a live record revokes a user's device key.
    ///
    /// The default implementation searches the introductions. Each write of a user with keys asks
    /// this.
    func isEnded(_ key: KeyID, of user: RecordUserID) throws -> Bool
    /// Returns the newest live records of a scope that do not introduce their author.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - position: The position below which the records lie, or `nil` for the newest records.
    ///   - limit: The maximum number of records.
    /// - Returns: The records in descending order of their positions.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func records(
        inScope scope: RecordUserID,
        below position: RecordPosition?,
        limit: Int
    ) throws -> [VerifiedRecord]
    /// Returns the live comments on a post, their deletions and hidings, and the likes of the post,
    /// in any order.
    func replies(to post: RecordPushID) throws -> [VerifiedRecord]
    /// Returns the number of live replies by an author in another user's scope.
    ///
    /// - Parameters:
    ///   - author: The author of the replies.
    ///   - scope: The author of the posts.
    ///   - times: The range of the stamps' times, in milliseconds since 1970.
    /// - Returns: The number of records.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func replyCount(
        by author: RecordUserID,
        inScope scope: RecordUserID,
        times: Range<UInt64>
    ) throws -> Int
    /// Returns the users on whose posts an author has live replies.
    func scopesOfReplies(by author: RecordUserID) throws -> Set<RecordUserID>
    /// Returns the number of live replies to posts that the store does not contain.
    func pendingReplyCount() throws -> Int
    /// Returns the users that a user follows according to the live records, whether or not their
    /// profiles have arrived.
    func usersFollowed(by user: RecordUserID) throws -> Set<RecordUserID>
}

/// The ID, the time and the author of a live record.
public struct RecordHead: Hashable, Sendable {
    /// The time and the ID of the record.
    public let position: RecordPosition
    /// The author of the record.
    public let author: RecordUserID

    /// Creates a record head.
    public init(position: RecordPosition, author: RecordUserID) {
        self.position = position
        self.author = author
    }
}

extension RecordReader {
    /// Returns whether the introductions of a user revoke a device key.
    public func isEnded(_ key: KeyID, of user: RecordUserID) throws -> Bool {
        try introductions(of: [user])
            .contains { record in
                guard case .keyEnded(let ended, _) = record.body.content else { return false }
                return ended == key
            }
    }
}
