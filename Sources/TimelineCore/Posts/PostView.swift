public import Foundation

/// A post with its author and counts, as a viewer sees it.
///
/// ```swift
/// let page = try await session.timeline()
/// for post in page.posts {
///     show(post.author.username, post.createdAt, post.caption, post.likeCount)
/// }
/// ```
public struct PostView: Identifiable, Hashable, Sendable {
    /// The post's ID.
    public let id: Post.ID
    /// The author of the post.
    public let author: User
    /// The caption as last edited.
    ///
    /// The caption may be empty.
    public let caption: String
    /// The place where the photos were taken, if the author shares it.
    public let place: Place?
    /// One to ten photos, in order.
    public let photos: [Photo]
    /// The number of likes.
    public let likeCount: Int
    /// The number of comments.
    public let commentCount: Int
    /// Whether the viewer likes the post.
    ///
    /// The value is always `false` for guests.
    public let likedByViewer: Bool

    /// Creates a post view.
    public init(
        id: Post.ID,
        author: User,
        caption: String,
        place: Place?,
        photos: [Photo],
        likeCount: Int,
        commentCount: Int,
        likedByViewer: Bool
    ) {
        self.id = id
        self.author = author
        self.caption = caption
        self.place = place
        self.photos = photos
        self.likeCount = likeCount
        self.commentCount = commentCount
        self.likedByViewer = likedByViewer
    }

    /// The creation time, to the millisecond.
    public var createdAt: Date { id.date }

    /// The tags in the caption.
    ///
    /// The author's comments may add more tags to the post.
    public var tags: [Tag] { TextEntities(in: caption).tags }

    /// The displayed usernames mentioned in the caption, whether or not such users exist.
    public var mentions: [String] { TextEntities(in: caption).mentions }
}

extension PostView: Encodable {
    private enum CodingKeys: CodingKey {
        case id, author, caption, createdAt, place, photos, likeCount, commentCount, likedByViewer
        case tags, mentions
    }

    /// Encodes the stored properties as well as ``createdAt``, ``tags`` and ``mentions``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(author, forKey: .author)
        try container.encode(caption, forKey: .caption)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(place, forKey: .place)
        try container.encode(photos, forKey: .photos)
        try container.encode(likeCount, forKey: .likeCount)
        try container.encode(commentCount, forKey: .commentCount)
        try container.encode(likedByViewer, forKey: .likedByViewer)
        let entities = TextEntities(in: caption)
        try container.encode(entities.tags, forKey: .tags)
        try container.encode(entities.mentions, forKey: .mentions)
    }
}
