/// Read access to the private data in one snapshot.
///
/// All methods throw ``TimelineError/storageFailed(_:)`` if the storage cannot be read.
public protocol AccountReader {
    /// Returns the account with the given email, or `nil` if none exists.
    func account(email: EmailAddress) throws -> Account?

    /// Returns the given user's account, or `nil` if none exists.
    func account(of user: User.ID) throws -> Account?

    /// Returns the IDs of all users that have an account in this store.
    func users() throws -> [User.ID]

    /// Returns the session with the given ID, even if it has expired, or `nil` if it does not
    /// exist.
    func session(_ id: Session.ID) throws -> Session?

    /// Returns the given user's sessions, or all sessions if `user` is `nil`, including expired
    /// sessions, most recently used first.
    func sessions(of user: User.ID?) throws -> [Session]

    /// Returns the originals of a photo, the originals of a user or the photos of an original, in
    /// any order, whether or not their users have an account.
    func originals(_ selection: Original.Selection) throws -> [Original]

    /// Returns one page of all users' originals in ascending order, starting after `cursor`.
    ///
    /// The cursor is the last original on the previous page, or `nil` for the first page. Each
    /// original appears on only one page.
    func originals(after cursor: BlobID?, limit: Int) throws -> Page<BlobID, BlobID>

    /// Returns the newest restriction of each user by the given user, in ascending order of the
    /// restricted users.
    func restrictions(_ kind: Restriction.Kind, by user: User.ID) throws -> [Restriction]

    /// Returns the peer list of a user, in any order, with removed entries.
    func peers(of user: User.ID) throws -> [StoredPeer]

    /// Returns the time at which a blob was last marked, in milliseconds since 1970, or `nil` if it
    /// does not have the mark.
    func time(of mark: BlobMark, on blob: BlobID) throws -> UInt64?

    /// Returns all blobs with a mark, with the times at which they were last marked.
    func blobs(marked mark: BlobMark) throws -> [BlobID: UInt64]

    /// Returns the first rejections of a selection, at most `limit`, in any order except that those
    /// of a source are in the order of their positions.
    func rejections(
        _ selection: RejectedRecord.Selection,
        limit: Int
    ) throws -> [RejectedRecord]

    /// Returns the number of rejections for each reason that has any, of records by the given
    /// author, or of all records if `author` is `nil`.
    ///
    /// The time does not depend on the number of rejections.
    func rejectionCounts(by author: User.ID?) throws -> [RejectionReason: Int]

    /// Returns the sources of all rejections.
    func rejectionSources() throws -> Set<RejectedRecord.Source>

    /// Returns a private value, or `nil` if none is stored under the key.
    ///
    /// The keys, what users have read, failed logins and small pieces of the sync state are private
    /// values. The code that writes a value determines its format.
    func privateValue(forKey key: String) throws -> [UInt8]?

    /// Returns private values in ascending order of the UTF-8 bytes of their keys.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of the keys.
    ///   - cursor: The key after which the list starts, or `nil` for the first values.
    ///   - limit: The maximum number of values.
    /// - Returns: The values.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func privateValues(
        withPrefix prefix: String,
        after cursor: String?,
        limit: Int
    ) throws -> [PrivateValue]
}

/// A piece of private data that is stored under a key.
public struct PrivateValue: Hashable, Sendable {
    /// The key.
    public let key: String
    /// The stored bytes, in a format that depends on the key.
    public let bytes: [UInt8]

    /// Creates a value.
    public init(key: String, bytes: [UInt8]) {
        self.key = key
        self.bytes = bytes
    }

    /// Returns the prefix of the keys of the values that are deleted along with a user's account.
    public static func accountPrefix(of user: User.ID) -> String { "account/\(user)/" }
}
