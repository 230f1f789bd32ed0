import TimelineRecords

extension TimelineEngine {
    /// Signs a user's records about keys that are dated in the future again with current stamps.
    ///
    /// If the clock was ahead when the user signed up or added a device, other devices do not
    /// accept the record of the new key, and therefore none of the records that it signs. The
    /// repair of a store cannot replace the record, because only the password opens the root key.
    ///
    /// A key that was revoked as of a time in the future is revoked as of the user's newest stamp
    /// instead. Otherwise, everything signed with a stolen key until that time would be valid.
    ///
    /// Does nothing while the user's newest stamp is in the future, because this process's clock
    /// may be behind instead. A repair moves that stamp to the present.
    ///
    /// - Parameters:
    ///   - user: A user of this store.
    ///   - password: The user's password.
    /// - Throws: A storage error, in which case nothing is changed.
    func signFutureKeysAgain(of user: User.ID, under password: Password) async throws {
        let keys = try await readWithAccounts { [environment] social, accounts in
            try social.futureKeys(of: user, environment).isEmpty ? nil : accounts.keys(of: user)
        }
        guard let keys, let root = try await openRoot(of: user, keys.root, with: password) else {
            return
        }
        try await writes.run { [repository, environment] in
            var contents: [RecordContent] = []
            _ = try repository.convertUser { social, accounts in
                let records = try social.futureKeys(of: user, environment)
                guard !records.isEmpty, try accounts.keys(of: user)?.device.id == keys.device.id
                else { return nil }
                let newest = try social.newestStamp(of: user)
                contents = records.map { record in
                    guard case .keyEnded(let part) = record.body.content,
                        PushID(part.last) > environment.newestAllowed
                    else { return record.body.content }
                    return .keyEnded(part.withLast(newest.recordID))
                }
                let former = Set(records.map(\.id))
                return UserConversion(
                    of: user,
                    posts: [:],
                    comments: [:],
                    removing: former
                )
            } drafting: { social, _ in
                var minter = try minter(for: user, keys.device, above: social)
                for content in contents { try minter.add(content, signedByRoot: root) }
                return try minter.batch(of: [])
            }
        }
    }
}

extension SocialReader {
    /// Returns the records that add or revoke a user's keys in the future, oldest first, or an
    /// empty array if the user's newest stamp is in the future too.
    fileprivate func futureKeys(
        of user: User.ID,
        _ environment: TimelineEnvironment
    ) throws -> [VerifiedRecord] {
        let limit = environment.newestAllowed
        guard try newestStamp(of: user) <= limit else { return [] }
        return try introductions(of: [user.recordID])
            .filter { PushID($0.body.stamp) > limit }
            .filter {
                switch $0.body.content.kind {
                case .keyAdded, .keyEnded: true
                default: false
                }
            }
            .sorted()
    }
}
