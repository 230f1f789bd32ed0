public import Foundation

/// A comment on a post.
public struct Comment: Identifiable, Hashable, Sendable {
    /// The ID of a comment, which sorts by creation time.
    public typealias ID = PushIdentifier<Comment>

    /// The comment's ID, which includes the creation time.
    public let id: ID
    /// The ID of the post that the comment belongs to.
    public let post: Post.ID
    /// The ID of the comment's author.
    public let author: User.ID
    /// The text of the comment, with 1 to ``TextField/limit`` characters.
    public let text: String

    /// Creates a comment.
    public init(id: ID, post: Post.ID, author: User.ID, text: String) {
        self.id = id
        self.post = post
        self.author = author
        self.text = text
    }
}

/// A comment with its author's profile, for display.
///
/// ```swift
/// for comment in try await guest.comments(on: post.id) {
///     show(comment.author.username, comment.text)
/// }
/// ```
public struct CommentView: Identifiable, Hashable, Sendable {
    /// The comment's ID.
    public let id: Comment.ID
    /// The ID of the post that the comment belongs to.
    public let post: Post.ID
    /// The comment's author.
    public let author: User
    /// The text of the comment, with 1 to ``TextField/limit`` characters.
    public let text: String

    /// Creates a comment view.
    public init(id: Comment.ID, post: Post.ID, author: User, text: String) {
        self.id = id
        self.post = post
        self.author = author
        self.text = text
    }

    /// The creation date of the comment, accurate to the millisecond.
    public var createdAt: Date { id.date }
}

extension CommentView: Encodable {
    private enum CodingKeys: CodingKey {
        case id, post, author, text, createdAt
    }

    /// Encodes all properties, including ``createdAt``, under their own names.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(post, forKey: .post)
        try container.encode(author, forKey: .author)
        try container.encode(text, forKey: .text)
        try container.encode(createdAt, forKey: .createdAt)
    }
}
