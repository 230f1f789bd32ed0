extension TimelineEngine {
    /// Deletes the records of originals whose owners no longer share the photo.
    ///
    /// - Parameter photos: The IDs of public copies. Other blobs are ignored.
    /// - Returns: The originals, which may now be orphaned.
    /// - Throws: A storage error.
    func dropOriginals(of photos: [BlobID]) throws -> [BlobID] {
        let unshared = try repository.read { reader, accounts in
            try photos.filter { try !accounts.usersNotSharing($0, in: reader).isEmpty }
        }
        guard !unshared.isEmpty else { return [] }
        return try repository.writeAccounts { reader, accounts in
            var dropped: [BlobID] = []
            for photo in unshared {
                for user in try accounts.usersNotSharing(photo, in: reader) {
                    dropped += try [accounts.original(of: photo, by: user)].compactMap(\.self)
                    try accounts.setOriginal(nil, of: photo, by: user)
                }
            }
            return dropped
        }
    }
}

extension SocialReader {
    /// Returns whether a post, an avatar, a draft, an upload or the record of an original
    /// references a blob.
    func isReferenced(_ blob: BlobID, orBy accounts: any AccountReader) throws -> Bool {
        try isReferenced(blob) || accounts.isOriginal(blob) || accounts.isDrafted(blob)
    }

    /// Returns one page of the blobs referenced by posts, avatars, drafts, uploads or records
    /// of originals, in ascending order.
    func referencedBlobs(
        orBy accounts: any AccountReader,
        after cursor: BlobID?,
        limit: Int
    ) throws -> Page<BlobID, BlobID> {
        let shared = try referencedBlobs(after: cursor, limit: limit).items
        let originals = try accounts.originals(after: cursor, limit: limit).items
        let drafted = try accounts.draftedBlobs(after: cursor, limit: limit)
        return Page(sorting: Set(shared).union(originals).union(drafted), limit: limit)
    }
}

extension AccountReader {
    /// Returns the users that have a recorded original of a photo but do not share the photo.
    ///
    /// Users whose username no record sets are left out, because their posts may appear again.
    fileprivate func usersNotSharing(
        _ photo: BlobID,
        in reader: any SocialReader
    ) throws -> [User.ID] {
        try originals(.photo(photo)).map(\.user)
            .filter { user in
                try !reader.isShown(photo, by: user)
                    && !isDrafted(photo, by: user)
                    && (reader.user(user) != nil || reader.hasDeletedAccount(user))
            }
    }

    /// Returns the originals of all users, reading pages within a single snapshot.
    package func allOriginals() throws -> Set<BlobID> {
        Set(try Page.all { try originals(after: $0, limit: 10_000) })
    }
}

extension AccountWriter {
    /// Records the originals of photos for the authors of the records that share the photos.
    ///
    /// If a user shares two files with the same public copy, the later original replaces the
    /// earlier one.
    ///
    /// - Returns: The originals that were replaced.
    func setOriginals(
        of photos: [PreparedPhoto],
        sharedBy records: [VerifiedRecord]
    ) throws -> [BlobID] {
        let originals = Dictionary(
            photos.compactMap { photo in photo.original.map { (photo.photo.blob, $0) } }
        ) { $1 }
        guard !originals.isEmpty else { return [] }
        var replaced: [BlobID] = []
        for record in records {
            let author = record.author
            for photo in record.photos.map(\.blob) {
                guard let original = originals[photo] else { continue }
                replaced += try [self.original(of: photo, by: author)].compactMap(\.self)
                try setOriginal(original, of: photo, by: author)
            }
        }
        return replaced
    }
}

extension SocialReader {
    /// Returns the blobs that the given records may orphan: the photos of deleted and edited posts
    /// and of users who delete their accounts, replaced avatars, and the originals of all these
    /// photos.
    ///
    /// Other posts may still reference these blobs. Check each blob with ``isReferenced(_:orBy:)``
    /// after applying the records.
    func blobs(
        releasedBy records: [VerifiedRecord],
        _ accounts: any AccountReader
    ) throws -> [BlobID] {
        try records.flatMap { record -> [BlobID] in
            switch record.content {
            case .postSet(let post, _) where record.stamp == post.stamp: return []
            case .postSet(let post, _), .postDeleted(let post):
                return try blobs(in: .post(post.id), accounts)
            case .profileSet(.photo): return try blobs(in: RecordRegister(of: record), accounts)
            case .accountDeleted: return try blobs(of: record.author, accounts)
            case .keyAdded, .keyRevoked, .profileSet, .commentAdded, .commentDeleted,
                .commentHidden, .liked, .unliked, .followed, .unfollowed, .unknown:
                return []
            }
        }
    }

    /// Returns the blobs of the record that sets a register, whether or not it has an effect.
    private func blobs(
        in register: RecordRegister?,
        _ accounts: any AccountReader
    ) throws -> [BlobID] {
        guard let record = try register.flatMap({ try record(setting: $0) }) else { return [] }
        return try blobs(of: record.photos, by: record.author, accounts)
    }

    /// Returns all blobs of a user: those of the avatar and posts, whether or not they are visible,
    /// and the originals of their photos.
    func blobs(of author: User.ID, _ accounts: any AccountReader) throws -> [BlobID] {
        var blobs = try accounts.originals(.user(author)).map(\.file)
        var records = try introductions(of: [author])
        var position: RecordPosition?
        repeat {
            blobs += records.filter { $0.author == author }.flatMap(\.blobs)
            records = try self.records(inScope: author, below: position, limit: 500)
            position = records.last.map { RecordPosition(of: $0) }
        } while !records.isEmpty
        return blobs
    }

    /// Returns whether a record says that a user has deleted their account.
    func hasDeletedAccount(_ user: User.ID) throws -> Bool {
        try record(setting: .deletedAccount(user)) != nil
    }

    /// Returns all blobs of photos that a user shares: the public copies, the previews and the
    /// originals.
    func blobs(
        of photos: [Photo],
        by user: User.ID,
        _ accounts: any AccountReader
    ) throws -> [BlobID] {
        try photos.flatMap { photo in
            try photo.blobs + [accounts.original(of: photo.blob, by: user)].compactMap(\.self)
        }
    }
}
