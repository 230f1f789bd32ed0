import TimelineCore
import TimelineCrypto

extension AccountReader {
    /// Returns the state token, which changes whenever live records, rejections or blocks change.
    func stateToken(_ social: any SocialReader) throws -> SyncToken {
        let own = try privateValue(forKey: StateKey.token) ?? []
        let blocked = try blockedUsers().sorted().flatMap(\.bytes)
        let digest = SHA256.hash(try social.recordToken() + own + blocked).bytes
        guard let token = SyncToken(bytes: digest.prefix(SyncToken.byteCount)) else {
            throw SyncError.storageFailed
        }
        return token
    }
}

extension AccountWriter {
    /// Replaces the part of the state token that depends on the rejections.
    func renewStateToken(_ environment: TimelineEnvironment) throws {
        try setPrivateValue(environment.randomBytes(SyncToken.byteCount), forKey: StateKey.token)
    }
}

extension AccountReader {
    /// Returns the users from whom sync accepts nothing, because a user of this store has blocked
    /// them.
    ///
    /// A user of this store is not among them: a block by another user of a family's store must not
    /// cut off their own devices. What they write is hidden instead.
    func blockedUsers() throws -> Set<User.ID> {
        let users = try keyedUsers()
        let blocked = try users.flatMap { try restrictedUsers(.block, by: $0) }
        return Set(blocked).subtracting(users)
    }
}

extension AccountWriter {
    /// Makes records arrive again that new revocations in a batch may make live.
    ///
    /// - Parameters:
    ///   - records: The records of a batch that is being committed.
    ///   - social: The state before the batch.
    ///   - environment: The source of the state token.
    /// - Throws: A storage error.
    func prepareForRevocations(
        in records: [VerifiedRecord],
        _ social: any SocialReader,
        _ environment: TimelineEnvironment
    ) throws {
        var keys: [User.ID: Set<KeyID>] = [:]
        for record in records {
            guard case .keyRevoked(let part) = record.content,
                try !social.containsRecord(record.id)
            else { continue }
            keys[record.author, default: []].insert(part.key)
        }
        for (author, keys) in keys { try prepareForRevocations(of: keys, by: author, environment) }
    }

    /// Makes records arrive again that new revocations of some keys of a user may make live.
    ///
    /// The store no longer holds such records, because they were void or replaced. So their
    /// rejections are removed, and the next sync with each folder reads all of its packs.
    func prepareForRevocations(
        of keys: Set<KeyID>,
        by author: User.ID,
        _ environment: TimelineEnvironment
    ) throws {
        for key in keys { try deleteRejections(.signed(author, key)) }
        try renewStateToken(environment)
        try rereadFolders()
    }
}
