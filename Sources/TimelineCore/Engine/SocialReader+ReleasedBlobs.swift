extension SocialReader {
    /// Returns the blobs that the given changes may orphan: the photos of deleted posts and removed
    /// users, replaced avatars, and the originals of all these photos.
    ///
    /// Other posts may still reference these blobs. Check each blob with ``isReferenced(_:orBy:)``
    /// after applying the changes.
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

    /// Returns all blobs of a user: those of the avatar, posts and pending posts, and the originals
    /// of their photos.
    func blobs(of author: User.ID, _ accounts: any AccountReader) throws -> [BlobID] {
        var blobs = try (user(author)?.avatar?.blobs ?? []) + pendingBlobs(of: author)
        blobs += try accounts.originals(by: author)
        try forEachPage(ofPostsBy: author) { blobs += $0.flatMap(\.photos).flatMap(\.blobs) }
        return blobs
    }

    /// Calls `body` with all posts by a user, newest first and 500 at a time.
    func forEachPage(ofPostsBy author: User.ID, _ body: ([PostView]) throws -> Void) throws {
        var before = Post.ID(.max)
        while true {
            let ids = try postIDs(by: author, in: PostRange(before: before, limit: 500))
            guard let last = ids.last else { return }
            try body(posts(ids, for: nil))
            before = last
        }
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
