/// Reads private data from one snapshot.
///
/// All methods throw ``TimelineError/storageFailed(_:)`` when the storage cannot be read.
public protocol AccountReader {
    /// The account with an email; `nil` if none exists.
    func account(email: EmailAddress) throws -> Account?

    /// The account of a user; `nil` if none exists.
    func account(of user: User.ID) throws -> Account?

    /// The users that have an account in this store.
    func users() throws -> [User.ID]

    /// The consecutive wrong passwords for an email, whether or not it has an account.
    func failures(for email: EmailAddress) throws -> LoginFailures

    /// A session, expired or not; `nil` if none exists.
    func session(_ id: Session.ID) throws -> Session?

    /// The sessions of a user, most recently used first, including expired ones.
    func sessions(of user: User.ID) throws -> [Session]

    /// The read position of a user; empty without an account.
    func readPosition(of user: User.ID) throws -> ReadPosition

    /// The epoch up to which a user has seen their activity; 0 before the first visit, and without
    /// an account.
    func activityEpoch(of user: User.ID) throws -> Int

    /// The original of a photo that a user shares; `nil` if the public copy is the original.
    func original(of photo: BlobID, by user: User.ID) throws -> BlobID?

    /// The originals of a user, whether or not they have an account, in ascending order.
    func originals(by user: User.ID) throws -> [BlobID]

    /// The users with an original of a photo, in ascending order.
    func usersWithOriginal(of photo: BlobID) throws -> [User.ID]

    /// Whether a blob is an original.
    func isOriginal(_ blob: BlobID) throws -> Bool

    /// One page of the originals of all users after `cursor`, the last one of the page before, in
    /// ascending order; each original is on one page only.
    func originals(after cursor: BlobID?, limit: Int) throws -> Page<BlobID, BlobID>
}
