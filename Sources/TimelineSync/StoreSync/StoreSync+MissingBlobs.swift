import TimelineCore

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
        var others = try referenced.subtracting(blobs.contained(among: referenced))
            .subtracting(missing.map(\.reference.blob))
        guard !others.isEmpty else { return missing }
        let posts = try others.flatMap { try postIDs(.showing($0), in: PostRange(limit: 1)) }
        let authors = Set(try self.posts(posts, for: nil).map(\.author.id))
        for reference in try blobReferences(of: authors)
            .sorted(by: { $0.milliseconds > $1.milliseconds })
        where others.remove(reference.blob) != nil {
            missing.append(MissingBlob(reference: reference, reason: .unfollowed))
        }
        return missing
    }
}
