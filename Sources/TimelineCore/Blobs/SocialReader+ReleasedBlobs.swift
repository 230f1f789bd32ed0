extension SocialReader {
    /// The blobs that some changes may leave without a reference: photos of deleted posts and of users who leave, and
    /// pictures that are replaced.
    ///
    /// Another post may still reference them; ``names(_:)`` answers that once the changes are applied.
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

    /// The pictures of a user and of the user's posts, a page of posts at a time.
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
