/// The posts and comments that records delete.
struct Deletions {
    /// A comment that the author of a post has hidden.
    private struct HiddenComment: Hashable {
        let comment: Comment.ID
        let post: Post.ID
    }

    private var posts: Set<Post.ID> = []
    private var comments: Set<Comment.ID> = []
    private var hidden: Set<HiddenComment> = []

    init(in records: [VerifiedRecord]) {
        for record in records {
            switch record.body.content {
            case .postDeleted(let post): posts.insert(post.id)
            case .commentDeleted(let comment, _): comments.insert(comment.id)
            case .commentHidden(let comment, let post):
                hidden.insert(HiddenComment(comment: comment, post: post.id))
            default: break
            }
        }
    }

    /// Returns whether the deletion of a post or comment removes a record from the live set.
    func remove(_ body: RecordBody) -> Bool {
        guard body.content.kind != .postDeleted, let post = body.post else { return false }
        if posts.contains(post) { return true }
        guard body.content.kind == .commentAdded else { return false }
        let comment = Comment.ID(body.stamp)
        return comments.contains(comment)
            || hidden.contains(HiddenComment(comment: comment, post: post))
    }
}
