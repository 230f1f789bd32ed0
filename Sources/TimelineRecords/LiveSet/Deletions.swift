/// The posts and comments that records delete.
struct Deletions {
    /// A comment that the author of a post has hidden.
    private struct HiddenComment: Hashable {
        let comment: RecordPushID
        let post: RecordPushID
    }

    private var posts: Set<RecordPushID> = []
    private var comments: Set<RecordPushID> = []
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
        switch body.content {
        case .postSet(let post, _), .liked(let post), .unliked(let post),
            .commentDeleted(_, let post), .commentHidden(_, let post):
            posts.contains(post.id)
        case .commentAdded(_, let post, _):
            posts.contains(post.id) || comments.contains(body.stamp)
                || hidden.contains(HiddenComment(comment: body.stamp, post: post.id))
        case .keyAdded, .keyEnded, .profileSet, .userLeft, .postDeleted, .followed, .unfollowed,
            .unknown:
            false
        }
    }
}
