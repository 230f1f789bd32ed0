/// Names a text that somebody wrote: a post's caption or a comment.
public enum TextID: Hashable, Sendable {
    /// The caption of a post.
    case caption(Post.ID)
    /// A comment.
    case comment(Comment.ID)

    /// The identifier of the post or of the comment.
    package var pushID: PushID {
        switch self {
        case .caption(let id): id.pushID
        case .comment(let id): id.pushID
        }
    }

    package var isComment: Bool {
        switch self {
        case .caption: false
        case .comment: true
        }
    }

    /// The text with the identifier of a post or of a comment.
    package init(_ id: PushID, isComment: Bool) {
        self = isComment ? .comment(Comment.ID(id)) : .caption(Post.ID(id))
    }

    /// Above every text.
    package static let max = TextID(.max, isComment: true)

    /// Below every text.
    package static let min = TextID(.min, isComment: false)
}

extension TextID: Comparable {
    /// Whether `left` was written first; of one identifier, captions come first.
    public static func < (left: TextID, right: TextID) -> Bool {
        left.pushID == right.pushID
            ? !left.isComment && right.isComment : left.pushID < right.pushID
    }
}
