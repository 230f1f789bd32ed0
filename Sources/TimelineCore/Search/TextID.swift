/// The ID of a searchable text: a comment, or a post's caption with the other texts of the post.
public enum TextID: Hashable, Sendable {
    /// The caption of a post.
    case caption(Post.ID)
    /// The text of a comment.
    case comment(Comment.ID)

    /// The untyped ID of the post or the comment.
    public var pushID: PushID {
        switch self {
        case .caption(let id): id.pushID
        case .comment(let id): id.pushID
        }
    }

    /// Whether the text is a comment.
    public var isComment: Bool {
        switch self {
        case .caption: false
        case .comment: true
        }
    }

    /// Creates the ID of a comment or of a post's caption.
    public init(_ id: PushID, isComment: Bool) {
        self = isComment ? .comment(Comment.ID(id)) : .caption(Post.ID(id))
    }

    /// An ID that sorts after all other IDs.
    public static let max = TextID(.max, isComment: true)

    /// An ID that sorts before all other IDs.
    public static let min = TextID(.min, isComment: false)
}

extension TextID: Comparable {
    /// Returns whether `left` is older than `right`.
    ///
    /// If the push IDs are equal, captions sort first.
    public static func < (left: TextID, right: TextID) -> Bool {
        left.pushID == right.pushID
            ? !left.isComment && right.isComment : left.pushID < right.pushID
    }
}
