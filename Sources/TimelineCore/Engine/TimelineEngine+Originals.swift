extension TimelineEngine {
    /// Deletes the records of originals whose users no longer share the photo.
    ///
    /// - Parameter photos: the IDs of public copies; other blobs are ignored.
    /// - Returns: the originals, which may be orphaned now.
    /// - Throws: a failure of storage.
    func dropOriginals(of photos: [BlobID]) throws -> [BlobID] {
        let unshared = try repository.read { reader, accounts in
            try photos.filter { try !accounts.usersNotSharing($0, reader).isEmpty }
        }
        guard !unshared.isEmpty else { return [] }
        return try repository.writeAccounts { reader, accounts in
            var dropped: [BlobID] = []
            for photo in unshared {
                for user in try accounts.usersNotSharing(photo, reader) {
                    dropped += try [accounts.original(of: photo, by: user)].compactMap(\.self)
                    try accounts.setOriginal(nil, of: photo, by: user)
                }
            }
            return dropped
        }
    }
}

extension SocialReader {
    /// Whether a post, an avatar, a pending change or the record of an original references a blob.
    func isReferenced(_ blob: BlobID, orBy accounts: any AccountReader) throws -> Bool {
        try isReferenced(blob) || accounts.isOriginal(blob)
    }

    /// One page of the blobs that a post, an avatar, a pending change or the record of an original
    /// references, in ascending order.
    func referencedBlobs(
        orBy accounts: any AccountReader,
        after cursor: BlobID?,
        limit: Int
    ) throws -> Page<BlobID, BlobID> {
        let shared = try referencedBlobs(after: cursor, limit: limit).items
        let originals = try accounts.originals(after: cursor, limit: limit).items
        return Page(sorting: Set(shared).union(originals), limit: limit)
    }
}

extension AccountReader {
    /// The users with an original of a photo that they do not share, or no longer.
    fileprivate func usersNotSharing(
        _ photo: BlobID,
        _ reader: any SocialReader
    ) throws -> [User.ID] {
        try usersWithOriginal(of: photo)
            .filter { user in
                try !reader.isShown(photo, by: user)
                    && !reader.pendingBlobs(of: user).contains(photo)
            }
    }

    /// The originals of all users, read in pages in one snapshot.
    package func allOriginals() throws -> Set<BlobID> {
        Set(try Page.all { try originals(after: $0, limit: 10_000) })
    }
}

extension AccountWriter {
    /// Records the originals of photos for the authors that share them.
    ///
    /// A user who shares two files with the same public copy keeps the later one.
    ///
    /// - Returns: the originals that were replaced.
    func setOriginals(
        of photos: [PreparedPhoto],
        sharedBy changes: [Change]
    ) throws -> [BlobID] {
        let originals = Dictionary(
            photos.compactMap { photo in photo.original.map { (photo.photo.blob, $0.id) } }
        ) { $1 }
        guard !originals.isEmpty else { return [] }
        var replaced: [BlobID] = []
        for change in changes {
            for photo in change.photos.map(\.blob) {
                guard let original = originals[photo] else { continue }
                replaced += try [self.original(of: photo, by: change.author)].compactMap(\.self)
                try setOriginal(original, of: photo, by: change.author)
            }
        }
        return replaced
    }
}
