extension SocialReader {
    /// The blobs that changes may orphan: photos of deleted posts and of users that leave, replaced
    /// avatars, and the originals of all these.
    ///
    /// Other posts may still reference them; check with ``isReferenced(_:orBy:)`` after the changes
    /// are applied.
    func blobs(
        releasedBy changes: [Change],
        _ accounts: any AccountReader
    ) throws -> [BlobID] {
        try changes.flatMap { change -> [BlobID] in
            switch change.action {
            case .postDeleted(let post):
                try posts([post], for: nil)
                    .flatMap { try blobs(of: $0.photos, by: $0.author.id, accounts) }
                    + pendingBlobs(of: change.author)
            case .profileRemoved: try blobs(of: change.author, accounts)
            case .profileUpdated(let update) where update.avatar != nil:
                try blobs(
                    of: [user(change.author)?.avatar].compactMap(\.self),
                    by: change.author,
                    accounts
                )
            default: []
            }
        }
    }

    /// The blobs of a user's avatar, posts and pending posts, with the originals; reads the posts in
    /// pages.
    func blobs(of author: User.ID, _ accounts: any AccountReader) throws -> [BlobID] {
        var blobs = try (user(author)?.avatar?.blobs ?? []) + pendingBlobs(of: author)
        blobs += try accounts.originals(by: author)
        var before = Post.ID(.max)
        while true {
            let ids = try postIDs(by: author, in: PostRange(before: before, limit: 500))
            guard let last = ids.last else { return blobs }
            blobs += try posts(ids, for: nil).flatMap(\.photos).flatMap(\.blobs)
            before = last
        }
    }

    /// The blobs of photos that a user shares, with the originals.
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
