import Foundation

extension TimelineEngine {
    /// The repository, to which sync writes only private data and the records passed to
    /// ``accept(_:writing:)``.
    package var syncedRepository: any Repository { repository }

    /// The blob store, to which sync adds the public copies of other users' photos.
    package var syncedBlobs: any BlobStore { blobs }

    /// Applies records that were made elsewhere, and removes any blobs that they orphan.
    ///
    /// A record that the storage cannot hold is left out alone.
    ///
    /// If a record removes a user with an account, the account and the root key are deleted, too. This
    /// call blocks.
    ///
    /// - Parameters:
    ///   - records: The records, in any order.
    ///   - firstSyncs: Returns the users whose posts belong to the first sync with them, with the
    ///     lowest ID of a post that is treated as news.
    ///   - reject: Writes private data about the records that were left out, if any.
    ///   - update: Writes private data in the same transaction. It may run more than once.
    /// - Returns: The IDs of the records that were left out.
    /// - Throws: ``TimelineError/identifierInFuture(_:)``, any error thrown by `update` or `reject`,
    ///   or a storage error. Nothing is written, unless the storage failed during the commit.
    @discardableResult
    package func accept(
        _ records: [VerifiedRecord],
        firstSyncs: (any SocialReader, any AccountReader) throws -> [User.ID: PushID] = { _, _ in
            [:]
        },
        rejecting reject: @escaping ([VerifiedRecord], any AccountWriter) throws -> Void = { _, _ in
        },
        writing update: (any SocialReader, any AccountWriter) throws -> Void
    ) throws -> Set<RecordID> {
        var released: [BlobID] = []
        var rejected: [VerifiedRecord] = []
        let applied = try repository.apply { reader, accounts in
            let batch = try ValidatedBatch(
                checking: records,
                now: environment.now(),
                firstSyncs: firstSyncs(reader, accounts)
            )
            let revoked = try reader.keys(revokedBy: records)
            released = try reader.blobs(releasedBy: batch, revoked, accounts)
            try accounts.keepDrafts(voidedBy: revoked, reader)
            released += try accounts.endAccounts(of: records)
            try update(reader, accounts)
            return batch
        } rejecting: { records, accounts in
            rejected = records
            try reject(records, accounts)
        }
        // The records have been committed. A later check of the store completes the cleanup.
        if applied.contains(where: \.deletesAccount) { try? purgeDeletedAccounts() }
        try? removeOrphaned(released)  // As above.
        return Set(rejected.map(\.id))
    }

    /// Stores blobs that records reference, and runs `update` in a transaction.
    ///
    /// Blobs are removed again if a deletion has meanwhile dropped the references. This call blocks.
    ///
    /// - Parameters:
    ///   - ids: The IDs of the blobs.
    ///   - store: Stores the blobs.
    ///   - update: Writes private data. It may run more than once.
    /// - Throws: Any error thrown by `store` or `update`, or a storage error.
    package func add(
        _ ids: [BlobID],
        storing store: (any BlobStore) throws -> Void,
        writing update: (any SocialReader, any AccountWriter) throws -> Void
    ) throws {
        try blobs.reserving(ids, as: .storing) {
            try store(blobs)
            try repository.writeAccounts(update)
        }
        try? removeOrphaned(ids)  // A later check removes them.
    }

    /// Removes the bytes of blobs that records reference, and that sync may request again.
    ///
    /// Give the blobs the mark ``BlobMark/absent`` first. Renditions stay. This call blocks.
    ///
    /// - Parameter ids: The IDs of the blobs. Blobs without such a mark stay.
    /// - Returns: The removed blobs.
    /// - Throws: A storage error.
    package func removeAwaited(_ ids: [BlobID]) throws -> [BlobID] {
        guard !ids.isEmpty else { return [] }
        return try blobs.removeOrphaned(ids, retaining: false) { ids in
            try repository.read { _, accounts in
                Set(try ids.filter { try !accounts.isAwaited($0) })
            }
        }
    }

    /// Removes the records of a user's scope, the data from these records, and the blobs that
    /// become orphaned.
    ///
    /// - Parameters:
    ///   - user: A user without an account and without followers that have one.
    ///   - users: The users that the user continues to follow.
    /// - Throws: A storage error. In this case, call the method again to remove the rest.
    package func forget(_ user: User.ID, keepingFollowsOf users: [User.ID]) async throws {
        try await fileWrites.run { [repository] in
            while let blobs = try repository.forget(user, keepingFollowsOf: users, limit: 250) {
                try removeOrphaned(blobs)
            }
        }
    }
}

extension AccountWriter {
    /// Deletes the accounts, the root keys, the drafts and the uploads of the users who delete their
    /// accounts.
    ///
    /// - Returns: The blobs of the drafts and uploads.
    func endAccounts(of records: [VerifiedRecord]) throws -> [BlobID] {
        try records.filter(\.deletesAccount)
            .flatMap { record in
                let user = record.author
                let released = try removeDrafts(of: user)
                try deleteRootKey(of: user)
                return try released + removeAccount(of: user)
            }
    }
}

extension VerifiedRecord {
    /// Whether the author leaves.
    var deletesAccount: Bool { content.kind == .accountDeleted }
}

/// A device key whose revocations have changed.
struct RevokedKey {
    let key: KeyID
    let author: User.ID
    let revocations: KeyRevocations
}

extension SocialReader {
    /// Returns the keys of which a batch may make other records live than before.
    ///
    /// Of a revocation in several parts, these are usually the first and the last one.
    fileprivate func keys(revokedBy records: [VerifiedRecord]) throws -> [RevokedKey] {
        let new = Set(records.filter { $0.content.kind == .keyRevoked }.map(\.author))
        return try new.flatMap { author -> [RevokedKey] in
            func parts(_ records: [VerifiedRecord]) -> [KeyID: [KeyRevocation]] {
                let parts = records.compactMap { record -> KeyRevocation? in
                    guard case .keyRevoked(let part) = record.content,
                        record.author == author
                    else { return nil }
                    return part
                }
                return Dictionary(grouping: parts, by: \.key)
            }
            let known = parts(try introductions(of: [author]))
            return parts(records)
                .compactMap { key, new in
                    let former = known[key] ?? []
                    guard let revocations = KeyRevocations(former + new),
                        revocations.differ(from: KeyRevocations(former))
                    else { return nil }
                    return RevokedKey(key: key, author: author, revocations: revocations)
                }
        }
    }

    /// Returns the blobs that a batch may orphan.
    ///
    /// The revocation of a key can make any of its author's records void.
    fileprivate func blobs(
        releasedBy batch: ValidatedBatch,
        _ revoked: [RevokedKey],
        _ accounts: any AccountReader
    ) throws -> [BlobID] {
        try blobs(releasedBy: batch.records, accounts)
            + Set(revoked.map(\.author)).flatMap { try blobs(of: $0, accounts) }
    }
}
