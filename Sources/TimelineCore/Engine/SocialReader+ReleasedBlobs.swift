extension SocialReader {
    /// The blobs that changes may orphan: photos of deleted posts and of users that leave, and
    /// replaced avatars.
    ///
    /// Other posts may still reference them; check with ``BlobReferenceReader/isReferenced(_:)``
    /// after the changes are applied.
    func blobs(releasedBy changes: [Change]) throws -> [BlobID] {
        try changes.flatMap { change -> [BlobID] in
            switch change.action {
            case .postDeleted(let post):
                try posts([post], for: nil).flatMap(\.photos).map(\.blob)
                    + pendingBlobs(of: change.author)
            case .profileRemoved: try blobs(of: change.author)
            case .profileUpdated(let update) where update.avatar != nil:
                [try user(change.author)?.avatar?.blob].compactMap(\.self)
            default: []
            }
        }
    }

    /// The blobs of a user's avatar, posts and pending posts; reads the posts in pages.
    func blobs(of author: User.ID) throws -> [BlobID] {
        var blobs = try [user(author)?.avatar?.blob].compactMap(\.self) + pendingBlobs(of: author)
        var before = Post.ID(.max)
        while true {
            let ids = try postIDs(by: author, in: PostRange(before: before, limit: 500))
            guard let last = ids.last else { return blobs }
            blobs += try posts(ids, for: nil).flatMap(\.photos).map(\.blob)
            before = last
        }
    }
}
