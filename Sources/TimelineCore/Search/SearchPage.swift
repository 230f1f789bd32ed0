/// A search hit: a post with a matching text, or a matching comment with its post.
public struct SearchHit: Hashable, Sendable {
    /// The matching post, or the post with the matching comment.
    public let post: PostView
    /// The matching comment, or `nil` if a text of the post itself matches.
    public let comment: CommentView?
    /// The part of the matching text around the first match.
    public let excerpt: Excerpt
}

extension SearchHit: Encodable {
    private enum CodingKeys: CodingKey {
        case post, comment, excerpt
    }

    /// Encodes the properties.
    ///
    /// If there is no comment, ``comment`` is encoded as `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(post, forKey: .post)
        try container.encode(comment, forKey: .comment)
        try container.encode(excerpt, forKey: .excerpt)
    }
}

/// A page of search results.
///
/// ```swift
/// let page = try await session.search("two suns")
/// show(page.users, page.tags)
/// for hit in page.hits { show(hit.post.caption, hit.excerpt) }
/// let next = try await session.search("two suns", after: page.next)
/// show(next.hits)
/// ```
public struct SearchPage: Hashable, Sendable {
    /// The maximum number of users and the maximum number of tags on the first page.
    public static let suggestionLimit = 5

    /// The users with the search text in their username or display name.
    ///
    /// The list is empty after the first page.
    public let users: [User]
    /// The tags that start with the search text.
    ///
    /// The list is empty after the first page.
    public let tags: [TagCount]
    /// The matching captions and comments, best matches first.
    public let results: Page<SearchHit, SearchCursor>

    /// The matching captions and comments on this page, best matches first.
    public var hits: [SearchHit] { results.items }
    /// The cursor for the next page, or `nil` at the end of the results.
    public var next: SearchCursor? { results.next }
}

extension SearchHit: PageItem {
    /// The key for hits in an encoded page.
    public static var pageKey: String { "hits" }
}

extension SearchPage: Encodable {
    private enum CodingKeys: CodingKey {
        case users, tags
    }

    /// Encodes the users, the tags, the hits, and ``next``, which is `null` on the last page.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(users, forKey: .users)
        try container.encode(tags, forKey: .tags)
        try results.encode(to: encoder)
    }
}
