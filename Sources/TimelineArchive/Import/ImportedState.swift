import TimelineCore

/// The results of imported changes in one snapshot of a store.
struct ImportedState {
    private let reader: any SocialReader

    init(_ reader: any SocialReader) {
        self.reader = reader
    }

    /// Returns whether the store contains the result of a change.
    ///
    /// A profile counts as contained if its user exists, because users keep their current
    /// profiles. Only this change is queried, because a post can have many likes.
    ///
    /// - Throws: `TimelineError.storageFailed`.
    func contains(_ change: Change) throws -> Bool {
        let author = change.author
        switch change.action {
        case .profileUpdated: return try reader.user(author) != nil
        case .postAdded: return try reader.post(Post.ID(change.stamp), for: nil) != nil
        case .commentAdded: return try reader.comment(Comment.ID(change.stamp)) != nil
        case .liked(let post): return try reader.post(post, for: author)?.likedByViewer == true
        case .followed(let user):
            return try reader.profile(of: user, for: author)?.followedByViewer == true
        default: return false
        }
    }
}
