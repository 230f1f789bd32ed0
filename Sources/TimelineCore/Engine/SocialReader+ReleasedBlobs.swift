extension SocialReader {
    /// Returns the blobs that the given records may orphan: the photos of deleted and edited posts
    /// and of users who leave, replaced avatars, and the originals of all these photos.
    ///
    /// Other posts may still reference these blobs. Check each blob with ``isReferenced(_:orBy:)``
    /// after applying the records.
    func blobs(
        releasedBy records: [VerifiedRecord],
        _ accounts: any AccountReader
    ) throws -> [BlobID] {
        try records.flatMap { record -> [BlobID] in
            let body = record.body
            switch body.content {
            case .postSet(let post, _) where body.stamp == post.stamp: return []
            case .postSet(let post, _), .postDeleted(let post):
                return try blobs(in: .post(post.id), accounts)
            case .profileSet(.photo): return try blobs(in: RecordRegister(of: body), accounts)
            case .accountDeleted: return try blobs(of: body.author, accounts)
            default: return []
            }
        }
    }

    /// Returns the blobs of the record that sets a register, whether or not it has an effect.
    private func blobs(
        in register: RecordRegister?,
        _ accounts: any AccountReader
    ) throws -> [BlobID] {
        guard let body = try register.flatMap({ try record(setting: $0) })?.body else { return [] }
        let photos = body.photos
        return try blobs(of: photos, by: body.author, accounts)
    }

    /// Returns all blobs of a user: those of the avatar and posts, whether or not they are visible,
    /// and the originals of their photos.
    func blobs(of author: User.ID, _ accounts: any AccountReader) throws -> [BlobID] {
        var blobs = try accounts.originals(.user(author)).map(\.file)
        var records = try introductions(of: [author])
        var position: RecordPosition?
        repeat {
            blobs += records.filter { $0.body.author == author }.flatMap(\.blobs)
            records = try self.records(inScope: author, below: position, limit: 500)
            position = records.last.map { RecordPosition(of: $0) }
        } while !records.isEmpty
        return blobs
    }

    /// Returns whether a record says that a user has left.
    func hasLeft(_ user: User.ID) throws -> Bool {
        try record(setting: .left(user)) != nil
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
