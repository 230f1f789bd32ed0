import TimelineCore

extension StoreSync {
    /// Returns the pictures and previews that live records reference and the store lacks.
    ///
    /// - Throws: A `TimelineError`.
    public func missingBlobs() async throws -> [MissingBlob] {
        let (blobs, now) = (engine.syncedBlobs, now)
        return try await read { try $0.missingBlobs(at: now, $1, blobs) }
    }
}

extension SocialReader {
    /// Returns the pictures and previews that live records reference and the store lacks.
    func missingBlobs(
        at now: UInt64,
        _ accounts: any AccountReader,
        _ blobs: any BlobStore
    ) throws -> [MissingBlob] {
        var missing = try missingBlobs(
            of: accounts.widestSelection(self),
            at: now,
            accounts,
            held: blobs.contained
        )
        let referenced = try referencedBlobs()
        let others = try referenced.subtracting(blobs.contained(among: referenced))
            .subtracting(missing.map(\.reference.blob))
        for blob in others.sorted() {
            guard let reference = try newestReference(to: blob) else { continue }
            missing.append(MissingBlob(reference: reference, reason: .unfollowed))
        }
        return missing
    }
}

extension SocialReader {
    /// Returns the reference to a blob from the newest post or, if there is none, from an avatar.
    fileprivate func newestReference(to blob: BlobID) throws -> BlobReference? {
        let post = try posts(postIDs(referencing: blob, limit: 1), for: nil).first
        return try post.map { try photoReferences(of: $0.author.id) }?.first { $0.blob == blob }
            ?? avatarReferences().first { $0.blob == blob }
    }
}
