import TimelineCore

extension AccountWriter {
    /// Makes records arrive again that new revocations in a batch may make live.
    ///
    /// - Parameters:
    ///   - records: The records of a batch that is being applied.
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
            guard case .keyRevoked(let part) = record.body.content,
                try !social.containsRecord(record.id)
            else { continue }
            keys[record.body.author, default: []].insert(part.key)
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
