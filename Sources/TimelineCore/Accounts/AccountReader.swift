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
    package static func accountPrefix(of user: User.ID) -> String { "account/\(user)/" }
}

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
    /// under `account/` and the user's ID.
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
    package func insert(_ account: Account) throws {
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

extension AccountReader {
    /// Returns the users with keys in this store, in ascending order of the text of their IDs.
    ///
    /// If a user deletes their account, on any device, their keys in this store remain, so that
    /// this device can pass on the record that they have deleted their account.
    package func usersWithKeys() throws -> [User.ID] {
        let prefix = UserKeys.keyPrefix
        var users: [User.ID] = []
        try forEachPrivateValue(withPrefix: prefix) { value in
            if let user = User.ID(String(value.key.dropFirst(prefix.count))) { users.append(user) }
            return true
        }
        return users
    }

    /// Returns those of ``usersWithKeys()`` that have deleted their accounts.
    package func deletedAccounts() throws -> [User.ID] {
        try usersWithKeys().filter { try account(of: $0) == nil }
    }

    /// Calls `body` with private values, page by page and in ascending order of their keys, until
    /// `body` returns `false`.
    package func forEachPrivateValue(
        withPrefix prefix: String,
        _ body: (PrivateValue) throws -> Bool
    ) throws {
        let limit = 512
        var cursor: String?
        while true {
            let page = try privateValues(withPrefix: prefix, after: cursor, limit: limit)
            for value in page { guard try body(value) else { return } }
            guard page.count == limit else { return }
            cursor = page.last?.key
        }
    }
}

extension AccountReader {
    /// Returns the given user's read position, which is empty for a user without an account.
    package func readPosition(of user: User.ID) throws -> ReadPosition {
        try privateValue(forKey: ReadPosition.key(of: user))
            .flatMap { ReadPosition(stored: $0) } ?? ReadPosition()
    }

    /// Returns the epoch up to which the given user has seen their activity, or 0 if they have
    /// never viewed it or have no account.
    package func activityEpoch(of user: User.ID) throws -> Int {
        guard let bytes = try privateValue(forKey: Self.activityKey(of: user)) else { return 0 }
        var reader = CBORReader(bytes)
        return (try? Int(clamping: reader.unsigned())) ?? 0  // As if never viewed.
    }

    fileprivate static func activityKey(of user: User.ID) -> String {
        PrivateValue.accountPrefix(of: user) + "activity"
    }

    /// Returns the usernames that a user with an account has had in this store, the newest last.
    func formerUsernames(of user: User.ID) throws -> [String] {
        let bytes = try privateValue(forKey: Self.formerUsernamesKey(of: user)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Returns the only user with an account who has had a username, or `nil` if there is none, or
    /// if there are several.
    func user(formerly username: String) throws -> User.ID? {
        let users = try users().filter { try formerUsernames(of: $0).contains(username) }
        return users.count == 1 ? users.first : nil
    }

    fileprivate static func formerUsernamesKey(of user: User.ID) -> String {
        PrivateValue.accountPrefix(of: user) + "names"
    }
}

extension AccountWriter {
    /// Sets the read position of a user.
    ///
    /// Does nothing if the user has no account.
    package func setReadPosition(_ position: ReadPosition, of user: User.ID) throws {
        guard try account(of: user) != nil else { return }
        try setPrivateValue(position.stored, forKey: ReadPosition.key(of: user))
    }

    /// The maximum number of former usernames of a user.
    private static var formerUsernameLimit: Int { 20 }

    /// Notes the present username of a user with an account who takes another one.
    func keepFormerUsername(_ username: String, of user: User.ID) throws {
        guard try account(of: user) != nil else { return }
        let names = try formerUsernames(of: user).filter { $0 != username } + [username]
        let text = names.suffix(Self.formerUsernameLimit).joined(separator: "\n")
        try setPrivateValue(Array(text.utf8), forKey: Self.formerUsernamesKey(of: user))
    }

    /// Sets the epoch up to which the given user has seen their activity.
    ///
    /// Does nothing if the user has no account.
    package func setActivityEpoch(_ epoch: Int, of user: User.ID) throws {
        guard try account(of: user) != nil else { return }
        var writer = CBORWriter()
        writer.write(UInt64(clamping: epoch))
        try setPrivateValue(writer.bytes, forKey: Self.activityKey(of: user))
    }
}

extension ReadPosition {
    fileprivate static func key(of user: User.ID) -> String {
        PrivateValue.accountPrefix(of: user) + "read"
    }

    /// Reads a stored position.
    ///
    /// Returns `nil` if it is malformed.
    fileprivate init?(stored bytes: [UInt8]) {
        do throws(RecordError) {
            var reader = CBORReader(bytes)
            try reader.array(of: 2)
            let lastShown: PushID? = try reader.optional { reader throws(RecordError) in
                try reader.value()
            }
            var intervals: [ReadInterval] = []
            for _ in 0..<(try reader.array()) {
                try reader.array(of: 3)
                let (oldest, newest) = (Post.ID(try reader.value()), Post.ID(try reader.value()))
                guard oldest <= newest else { return nil }
                let epoch = Int(clamping: try reader.unsigned())
                intervals.append(ReadInterval(oldest...newest, epoch: epoch))
            }
            try reader.finish()
            self.init(intervals: intervals, lastShown: lastShown.map { Post.ID($0) })
        } catch {
            return nil
        }
    }

    /// The encoded position, as it is stored.
    fileprivate var stored: [UInt8] {
        var writer = CBORWriter()
        writer.array(2)
        writer.optional(lastShown) { $0.write($1) }
        writer.array(intervals.count)
        for interval in intervals {
            writer.array(3)
            writer.write(interval.posts.lowerBound)
            writer.write(interval.posts.upperBound)
            writer.write(UInt64(clamping: interval.epoch))
        }
        return writer.bytes
    }
}
