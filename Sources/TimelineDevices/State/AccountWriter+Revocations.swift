import TimelineCore
import TimelineRecords
import TimelineSync

extension AccountWriter {
    /// Makes records arrive again that new revocations may make live.
    ///
    /// The store no longer holds such records, because they were void or replaced. So their
    /// rejections are removed, and the next sync with each folder reads all of its packs.
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
        var keys: Set<[UInt8]> = []
        for record in records {
            guard case .keyEnded(let part) = record.body.content,
                try !social.containsRecord(record.id)
            else { continue }
            keys.insert(record.body.author.bytes + part.key.bytes)
        }
        guard !keys.isEmpty else { return }
        for (name, rejection) in try states(RejectedRecord.self, withPrefix: StateKey.rejections)
        where keys.contains(rejection.author.bytes + rejection.key.bytes) {
            try setPrivateValue(nil, forKey: StateKey.rejections + name)
        }
        try renewStateToken(environment)
        try rereadFolders()
    }
}
