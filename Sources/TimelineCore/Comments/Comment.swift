public import Foundation

/// What a user wrote under a post.
public struct Comment: Identifiable, Hashable, Sendable {
    /// Names the comment; its order is the order in time.
    public typealias ID = PushIdentifier<Comment>

    /// Names the comment, and tells when it was made.
    public let id: ID
    /// The post it stands under.
    public let post: Post.ID
    /// Who wrote it.
    public let author: User.ID
    /// The words, 1 to 2,200 characters.
    public let text: String

    /// Makes a comment of its parts.
    public init(id: ID, post: Post.ID, author: User.ID, text: String) {
        self.id = id
        self.post = post
        self.author = author
        self.text = text
    }
}

/// A comment as its post's page shows it: with its author.
public struct CommentView: Identifiable, Hashable, Sendable {
    /// Names the comment.
    public let id: Comment.ID
    /// The post it stands under.
    public let post: Post.ID
    /// Who wrote it.
    public let author: User
    /// The words.
    public let text: String

    /// Makes a view of its parts.
    public init(id: Comment.ID, post: Post.ID, author: User, text: String) {
        self.id = id
        self.post = post
        self.author = author
        self.text = text
    }

    /// When it was written, to the millisecond.
    public var createdAt: Date { id.date }
}

extension CommentView: Encodable {
    private enum CodingKeys: CodingKey {
        case id, post, author, text, createdAt
    }

    /// Writes the properties under their own names, ``createdAt`` among them.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(post, forKey: .post)
        try container.encode(author, forKey: .author)
        try container.encode(text, forKey: .text)
        try container.encode(createdAt, forKey: .createdAt)
    }
}
