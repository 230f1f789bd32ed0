public import Foundation

/// A post as a viewer sees it: with its author, its counts and whether the viewer likes it.
public struct PostView: Identifiable, Hashable, Sendable {
    /// Names the post.
    public let id: Post.ID
    /// Who shared it.
    public let author: User
    /// The author's words, as last edited; may be empty.
    public let caption: String
    /// Where the photos were taken, when the author says so.
    public let place: Place?
    /// One to ten photos, in order.
    public let photos: [Photo]
    /// How many users like it.
    public let likeCount: Int
    /// How many comments it has.
    public let commentCount: Int
    /// Whether the viewer likes it; `false` when nobody looks.
    public let likedByViewer: Bool

    /// Makes a view of its parts.
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

    /// When it was posted, to the millisecond.
    public var createdAt: Date { id.date }

    /// The tags in the caption; the author's comments may add others.
    public var tags: [Tag] { TextEntities(in: caption).tags }

    /// The names of the users that the caption mentions, as they are shown, whether there is such a user or not.
    public var mentions: [String] { TextEntities(in: caption).mentions }
}

extension PostView: Encodable {
    private enum CodingKeys: CodingKey {
        case id, author, caption, createdAt, place, photos, likeCount, commentCount, likedByViewer
        case tags, mentions
    }

    /// Writes the properties under their own names, ``createdAt`` among them.
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
        let marks = TextEntities(in: caption)
        try container.encode(marks.tags, forKey: .tags)
        try container.encode(marks.mentions, forKey: .mentions)
    }
}
