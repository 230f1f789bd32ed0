/// A search hit: a post whose caption matches, or a comment with its post.
public struct SearchHit: Hashable, Sendable {
    /// The post that matches, or to which the comment belongs.
    public let post: PostView
    /// The comment that matches; `nil` if the caption does.
    public let comment: CommentView?
    /// The text around the match.
    public let excerpt: Excerpt
}

extension SearchHit: Encodable {
    private enum CodingKeys: CodingKey {
        case post, comment, excerpt
    }

    /// Encodes the properties; without a comment, ``comment`` is `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(post, forKey: .post)
        try container.encode(comment, forKey: .comment)
        try container.encode(excerpt, forKey: .excerpt)
    }
}

/// A page of search results.
public struct SearchPage: Hashable, Sendable {
    /// The maximum number of users, and of tags, on the first page.
    public static let suggestionLimit = 5

    /// Users with the search text in their username or display name; empty after the first page.
    public let users: [User]
    /// Tags that start with the search text; empty after the first page.
    public let tags: [TagCount]
    /// Captions and comments, best first.
    public let results: Page<SearchHit, SearchCursor>

    /// The captions and comments of this page, best first.
    public var hits: [SearchHit] { results.items }
    /// The cursor of the next page; `nil` at the end.
    public var next: SearchCursor? { results.next }
}

extension SearchHit: PageItem {
    /// The key of hits in an encoded page.
    public static var pageKey: String { "hits" }
}

extension SearchPage: Encodable {
    private enum CodingKeys: CodingKey {
        case users, tags
    }

    /// Encodes the users, the tags, the hits and ``next``, which is `null` at the end.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(users, forKey: .users)
        try container.encode(tags, forKey: .tags)
        try results.encode(to: encoder)
    }
}
