public import TimelineRecords

extension Change {
    /// Creates the change that a record makes to the shared data.
    ///
    /// Returns `nil` for key records and unknown kinds, and for edits of posts, which replace the
    /// whole content.
    public init?(_ record: VerifiedRecord) {
        guard let action = Intent(record.body) else { return nil }
        self.init(
            stamp: PushID(record.body.stamp),
            author: User.ID(record.body.author),
            action: action
        )
    }
}

extension Change {
    /// Creates the change that a new version of a post makes, as if the post were added.
    ///
    /// Returns `nil` for all other records. A repository replaces the whole content with it.
    package init?(replacing record: VerifiedRecord) {
        guard case .postSet(_, let content) = record.body.content else { return nil }
        self.init(
            stamp: PushID(record.body.stamp),
            author: User.ID(record.body.author),
            action: .postAdded(Post.Content(content))
        )
    }
}

extension Intent {
    fileprivate init?(_ body: RecordBody) {
        switch body.content {
        case .keyAdded, .keyEnded, .unknown: return nil
        case .profileSet(let setting):
            guard let update = ProfileUpdate(setting) else { return nil }
            self = .profileUpdated(update)
        case .userLeft: self = .profileRemoved
        case .postSet(let post, let content):
            guard body.stamp == post.id else { return nil }
            self = .postAdded(Post.Content(content))
        case .postDeleted(let post): self = .postDeleted(Post.ID(post.id))
        case .commentAdded(_, let post, let text):
            self = .commentAdded(Post.ID(post.id), text: text)
        case .commentDeleted(let comment, _): self = .commentDeleted(Comment.ID(comment.id))
        case .commentHidden(let comment, _): self = .commentDeleted(Comment.ID(comment))
        case .liked(let post): self = .liked(Post.ID(post.id))
        case .unliked(let post): self = .unliked(Post.ID(post.id))
        case .followed(let user): self = .followed(User.ID(user))
        case .unfollowed(let user): self = .unfollowed(User.ID(user))
        }
    }
}
