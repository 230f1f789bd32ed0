/// Read and write access to the private data in one transaction.
///
/// Reads include the transaction's own writes.
///
/// All methods throw a storage error if the storage cannot be written.
public protocol AccountWriter: AccountReader {
    /// Adds an account, or replaces the email, the password hash and the reset date of the same
    /// user's account.
    ///
    /// The creation date of an account never changes.
    ///
    /// - Throws: ``TimelineError/emailTaken`` if another account has the email, or a storage error.
    func save(_ account: Account) throws

    /// Deletes the given user's account, sessions and restrictions, and the private values
    /// with the prefix ``PrivateValue/accountPrefix(of:)``.
    ///
    /// Also deletes the records of the user's originals, even if the user has no account.
    func deleteAccount(of user: User.ID) throws

    /// Inserts a session, or sets the last use of the existing session with the same ID.
    ///
    /// All other properties of an existing session remain unchanged. Does nothing if the user has
    /// no account.
    func save(_ session: Session) throws

    /// Deletes the session with the given ID, if it exists.
    func deleteSession(_ id: Session.ID) throws

    /// Replaces the given user's restriction of the same kind and user.
    ///
    /// The epoch advances if the answers of the given user, or of a blocked one, change. Does nothing
    /// if the given user has no account, or is the user of the restriction.
    func setRestriction(_ restriction: Restriction, by user: User.ID) throws

    /// Records the original of a photo that the given user shares.
    ///
    /// Setting `nil` deletes the record.
    func setOriginal(_ original: BlobID?, of photo: BlobID, by user: User.ID) throws

    /// Replaces the entry with the same user and place in a user's peer list.
    func save(_ peer: StoredPeer, of user: User.ID) throws

    /// Marks a blob at a time in milliseconds since 1970, or deletes the mark if `time` is `nil`.
    func setTime(_ time: UInt64?, of mark: BlobMark, on blob: BlobID) throws

    /// Stores a rejection, and returns `true` unless one of the same record is stored.
    func insert(_ rejection: RejectedRecord) throws -> Bool

    /// Deletes the rejections of a selection.
    func deleteRejections(_ selection: RejectedRecord.Selection) throws

    /// Stores a private value under a key, or deletes it if `bytes` is `nil`.
    func setPrivateValue(_ bytes: [UInt8]?, forKey key: String) throws
}

extension AccountWriter {
    /// Adds an account.
    ///
    /// - Throws: ``TimelineError/emailTaken``, ``TimelineError/userHasAccount(_:)`` or a storage
    ///   error.
    public func insert(_ account: Account) throws {
        guard try self.account(of: account.user) == nil else {
            throw TimelineError.userHasAccount(account.user.description)
        }
        try save(account)
    }

    /// Deletes all of a user's sessions except `current`.
    func deleteSessions(of user: User.ID, except current: Session.ID?) throws {
        for session in try sessions(of: user) where session.id != current {
            try deleteSession(session.id)
        }
    }
}
