/// A text that was found: a post by its caption, or a comment with its post.
public struct SearchHit: Hashable, Sendable {
    /// The post that was found, or under which the comment stands.
    public let post: PostView
    /// The comment that was found; `nil` when it was the caption.
    public let comment: CommentView?
    /// The text around what was searched.
    public let excerpt: Excerpt
}

extension SearchHit: Encodable {
    private enum CodingKeys: CodingKey {
        case post, comment, excerpt
    }

    /// Writes the properties under their own names; without a comment, ``comment`` is `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(post, forKey: .post)
        try container.encode(comment, forKey: .comment)
        try container.encode(excerpt, forKey: .excerpt)
    }
}

/// A page of what a search found.
public struct SearchPage: Hashable, Sendable {
    /// How many users and how many tags the first page of a search shows.
    public static let sideLimit = 5

    /// Users whose names hold what was searched, on the first page.
    public let users: [User]
    /// Tags that begin with what was searched, on the first page.
    public let tags: [TagCount]
    /// Captions and comments, the best first.
    public let hits: [SearchHit]
    /// The cursor of the next page, `nil` at the end.
    public let next: SearchCursor?
}

extension SearchPage: Encodable {
    private enum CodingKeys: CodingKey {
        case users, tags, hits, next
    }

    /// Writes the properties under their own names; at the end, ``next`` is `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(users, forKey: .users)
        try container.encode(tags, forKey: .tags)
        try container.encode(hits, forKey: .hits)
        try container.encode(next, forKey: .next)
    }
}
