public import TimelineCore

/// A store of records and blobs, with the operations that sessions and carriers need.
///
/// Every method that changes the store is atomic, and its change is on disk before it returns. The
/// state token is replaced in the same transaction as each change of the live records, the
/// rejections or the scopes, including removals.
///
/// Every method throws ``SyncError/store(code:)`` if the store fails.
package protocol SyncStore {
    // MARK: Identity and state

    /// The user of this device.
    var user: User.ID { get }
    /// The ID of the device key.
    var device: KeyID { get }
    /// Returns the state token.
    func token() throws(SyncError) -> SyncToken
    /// Returns the scopes that the store wants: its users and those that they follow.
    func scopes() throws(SyncError) -> Set<User.ID>
    /// Returns the users whose scopes the store does not want, but of whom it holds something that a
    /// deletion can remove, or a deletion.
    ///
    /// These are the users with deleted accounts, and outside the wanted scopes, the users with
    /// posts or with replies to their posts, and the authors of these replies.
    func heldUsers() throws(SyncError) -> Set<User.ID>
    /// Returns the users of this store.
    func users() throws(SyncError) -> Set<User.ID>

    // MARK: Peers

    /// Admits a peer to a session, and returns its relation to this store.
    ///
    /// The first device that presents an invitation is bound to it, and its user is added to the
    /// peer list, in the same transaction. Later, no other device can use the invitation.
    ///
    /// - Throws: ``SyncError/deviceRevoked`` if the peer has proved to be a device of the store's user
    ///   that the user has removed.
    func admit(_ peer: PeerIdentity) throws(SyncError) -> PeerTrust
    /// Returns the result of the last session with a device.
    ///
    /// A peer can claim any device ID, so the box key that it has proved to own also counts.
    func memory(of device: KeyID, owning box: EncryptionKey?) throws(SyncError) -> PeerMemory?
    /// Replaces the result of the last session with a device.
    func remember(
        _ memory: PeerMemory,
        of device: KeyID,
        owning box: EncryptionKey?
    ) throws(SyncError)

    // MARK: Reading records

    /// Returns the live records and the rejections of a selection, along with the state token.
    ///
    /// Both are read in one transaction.
    func inventory(of selection: RecordSelection) throws(SyncError) -> Inventory
    /// Returns the live records with the given IDs, in any order.
    func records(withIDs ids: Set<RecordID>) throws(SyncError) -> [VerifiedRecord]
    /// Returns the newest live records across all ranges, newest first.
    ///
    /// Records that introduce their author (see ``introductions(of:)``) are left out.
    ///
    /// - Parameters:
    ///   - ranges: The ranges, at most one per scope.
    ///   - limit: The maximum number of records.
    /// - Returns: The records.
    /// - Throws: ``SyncError/store(code:)``.
    func records(
        in ranges: [WantedRange],
        limit: Int
    ) throws(SyncError) -> [VerifiedRecord]
    /// Returns the live records that introduce users: devices added and revoked, accounts deleted,
    /// and profile fields.
    func introductions(of authors: Set<User.ID>) throws(SyncError) -> [VerifiedRecord]
    /// Returns those of the ``introductions(of:)`` that add devices.
    func keyRecords(of authors: Set<User.ID>) throws(SyncError) -> [VerifiedRecord]
    /// Returns the progress of the first sync of each scope.
    ///
    /// A scope without an entry has not started. A scope is also treated as not started if the store
    /// holds none of its records other than introductions. Otherwise, the scope of a user who has
    /// signed up on this device is complete from the start, so that the device does not request the
    /// user's own records from the first follower.
    func progress(
        of scopes: Set<User.ID>
    ) throws(SyncError) -> [User.ID: FirstSyncProgress]

    // MARK: Accepting records

    /// Verifies encoded records with the keys in the store and in the records themselves.
    ///
    /// The keys are not added to the store.
    func verify(
        _ encodings: [[UInt8]]
    ) throws(SyncError) -> [Result<VerifiedRecord, RecordError>]
    /// Returns the time of the oldest posts by others that the store accepts, in milliseconds since
    /// 1970.
    func oldestPostTime() throws(SyncError) -> UInt64
    /// Returns the users whose records from the future are noted, because they say something about
    /// the clocks: those of the wanted scopes and the listed peers.
    func clockVoters() throws(SyncError) -> Set<User.ID>
    /// Returns the users that the users of this store have blocked.
    func blockedUsers() throws(SyncError) -> Set<User.ID>
    /// Returns the number of replies that an author wrote in a scope on a given day.
    ///
    /// A live record that deletes a comment counts in its place, and one that removes a like does
    /// not count.
    ///
    /// - Parameters:
    ///   - author: The author, whose scope the store does not want.
    ///   - scope: The author of the posts.
    ///   - day: The number of days since 1970 (UTC).
    /// - Returns: The number.
    /// - Throws: ``SyncError/store(code:)``.
    func replyCount(
        by author: User.ID,
        in scope: User.ID,
        day: UInt64
    ) throws(SyncError) -> Int
    /// Returns the number of live replies to posts that the store does not hold.
    func pendingCount() throws(SyncError) -> Int
    /// Returns the numbers of stored rejections that limits apply to: all except those of too old
    /// records by the users of wanted scopes.
    func rejectionCounts() throws(SyncError) -> RejectionCounts
    /// Returns whether the store holds what a record deletes: a post or replies to it, a comment, or
    /// a like.
    func target(of deletion: VerifiedRecord) throws(SyncError) -> DeletionTarget
    /// Returns whether a review has released a record that had exceeded a limit.
    func isReleased(_ record: RecordID) throws(SyncError) -> Bool
    /// Forgets the rejections whose reasons no longer hold, so that the records are offered again.
    ///
    /// - Parameter milliseconds: The local clock in milliseconds since 1970.
    /// - Returns: Whether any rejection was forgotten.
    /// - Throws: ``SyncError/store(code:)``.
    @discardableResult
    func reviewRejections(at milliseconds: UInt64) throws(SyncError) -> Bool
    /// Returns whether a live record adds or edits a post.
    func containsPost(_ post: Post.ID, by author: User.ID) throws(SyncError) -> Bool
    /// Returns whether the store needs the introductions of an author whose scope it does not want.
    ///
    /// It does if the author has a live reply in a wanted scope, is one of the ``heldUsers()``, or
    /// has a live record that follows or stops following a user of this store.
    func needsIntroductions(of author: User.ID) throws(SyncError) -> Bool
    /// Returns those of the given IDs that belong to live records or rejections.
    ///
    /// Deletions of something that the store did not hold are left out, because it may hold it now.
    func known(_ ids: Set<RecordID>) throws(SyncError) -> Set<RecordID>
    /// Commits a batch.
    ///
    /// Afterwards, the live set is computed from the records held before and the accepted ones
    /// together.
    ///
    /// - Returns: The records of the batch that are live now.
    func commit(_ batch: SyncBatch) throws(SyncError) -> Set<RecordID>

    // MARK: Blobs

    /// Returns the blobs that the live records of a selection reference and the store lacks.
    ///
    /// Previews come first, then originals, each newest first. Originals are left out for a scope
    /// with more than ``SessionLimits/scopePictures`` of pictures.
    func wantedBlobs(
        of selection: RecordSelection,
        limit: Int
    ) throws(SyncError) -> [WantedBlob]
    /// Returns the number of bytes of a wanted blob that have arrived, or `nil` if the store holds
    /// the blob now, because another process has received it.
    func receivedByteCount(of blob: BlobID) throws(SyncError) -> UInt64?
    /// Returns the users that follow users of this store, whose avatars it wants from folders.
    func followers() throws(SyncError) -> Set<User.ID>
    /// Returns the public blobs that the store holds and live records of a selection reference, with
    /// their sizes in bytes.
    func heldBlobs(of selection: RecordSelection) throws(SyncError) -> [BlobID: UInt64]
    /// Returns a part of a public blob, or `nil` if the store does not hold the blob or no live
    /// record of the selection references it.
    func readBlob(
        _ blob: BlobID,
        at offset: UInt64,
        count: Int,
        of selection: RecordSelection
    ) throws(SyncError) -> [UInt8]?
    /// Appends bytes to a partial blob.
    ///
    /// Several processes may receive the same blob at once.
    ///
    /// - Parameters:
    ///   - blob: A wanted blob.
    ///   - offset: The number of bytes before these.
    ///   - bytes: The bytes.
    ///   - byteCount: The size of the blob, as its record states.
    /// - Returns: The number of bytes of the partial blob. It is unchanged if the offset is not at
    ///   its end, or if the blob would exceed its size.
    /// - Throws: ``SyncError/store(code:)``.
    func appendBlob(
        _ blob: BlobID,
        at offset: UInt64,
        bytes: [UInt8],
        of byteCount: UInt64
    ) throws(SyncError) -> UInt64
    /// Checks the hashes and the headers of complete partial blobs, and only then adds them.
    ///
    /// A partial blob with a different hash is deleted. All added blobs are durable when the call
    /// returns, so pass the blobs of a whole turn at once.
    ///
    /// - Returns: The blobs that were added, or that the store already holds.
    func finishBlobs(_ blobs: [BlobID]) throws(SyncError) -> Set<BlobID>

    // MARK: Private data

    /// Returns private data for another device of the same user, or `nil` if it is up to date.
    func privatePayload(for device: KeyID) throws(SyncError) -> [UInt8]?
    /// Accepts what can be read of private data from another device of the same user.
    func receivePrivate(_ payload: [UInt8], from device: KeyID) throws(SyncError)
    /// Returns private data for a folder that only the user's devices share, signed by this device,
    /// or `nil` if there is none.
    ///
    /// - Parameter present: The file that the folder contains, if any.
    /// - Returns: The file, or `nil` if the present one has the same content.
    /// - Throws: ``SyncError/store(code:)``.
    func privateFile(replacing present: [UInt8]?) throws(SyncError) -> [UInt8]?
    /// Accepts private data that another device has written to such a folder.
    ///
    /// Data from a device that the store does not know, or that has been revoked, has no effect.
    ///
    /// - Returns: Whether the device has signed the data, and all of it can be read.
    func receivePrivateFile(_ file: [UInt8], from device: KeyID) throws(SyncError) -> Bool
}

extension SyncStore {
    /// Returns the scopes of which the store exchanges records.
    func allScopes() throws(SyncError) -> StoreScopes {
        StoreScopes(wanted: try scopes(), held: try heldUsers())
    }

    /// Returns the scopes, for stores without a list of peers.
    package func clockVoters() throws(SyncError) -> Set<User.ID> { try scopes() }

    /// Returns 0, for stores that want all posts.
    package func oldestPostTime() throws(SyncError) -> UInt64 { 0 }
}

/// The changes that one turn of a session or one pack makes to a store.
package struct SyncBatch: Sendable {
    /// The records to accept.
    package var accepted: [VerifiedRecord]
    /// The records to store as rejected.
    package var rejected: [RejectedRecord]
    /// The updated progress of first syncs.
    package var progress: [User.ID: FirstSyncProgress]

    /// Creates a batch.
    package init(
        accepted: [VerifiedRecord] = [],
        rejected: [RejectedRecord] = [],
        progress: [User.ID: FirstSyncProgress] = [:]
    ) {
        self.accepted = accepted
        self.rejected = rejected
        self.progress = progress
    }

    /// Whether the batch changes nothing.
    package var isEmpty: Bool { accepted.isEmpty && rejected.isEmpty && progress.isEmpty }
}

/// The progress of the first sync of a scope, which proceeds from the newest record to the oldest.
package enum FirstSyncProgress: Hashable, Sendable {
    /// All records down to and including a position have been received.
    case receivedDown(to: RecordPosition)
    /// All records have been received. From now on, the scope is reconciled.
    case complete
}

/// A blob that a live record references and the store lacks.
package struct WantedBlob: Hashable, Sendable {
    /// The SHA-256 of the blob.
    package let blob: BlobID
    /// The size of the blob in bytes, as its record states.
    package let byteCount: UInt64
    /// Whether the blob is a preview.
    ///
    /// Previews do not count toward the budget of a session.
    package let isPreview: Bool

    /// Creates a wanted blob.
    package init(blob: BlobID, byteCount: UInt64, isPreview: Bool) {
        self.blob = blob
        self.byteCount = byteCount
        self.isPreview = isPreview
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
