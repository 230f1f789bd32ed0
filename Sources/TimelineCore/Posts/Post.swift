public import Foundation

/// A post: one to ten photos with a caption.
public struct Post: Identifiable, Hashable, Sendable {
    /// The ID of a post.
    ///
    /// IDs sort by creation time.
    public typealias ID = PushIdentifier<Post>

    /// The post's ID, which contains its creation time.
    public let id: ID
    /// The ID of the post's author.
    public let author: User.ID
    /// The caption, photos and place of the post.
    public let content: Content

    /// Creates a post.
    public init(id: ID, author: User.ID, content: Content) {
        self.id = id
        self.author = author
        self.content = content
    }

    /// The allowed number of photos in a post.
    public static let photoCount = 1...10

    /// The content of a post.
    ///
    /// The author can edit the caption, the place and the photo descriptions.
    public struct Content: Hashable, Sendable {
        /// The caption, up to ``TextField/limit`` characters long.
        ///
        /// The caption may be empty.
        public var caption: String
        /// One to ten photos, in order.
        public var photos: [Photo]
        /// The place where the photos were taken, if the author shares it.
        public var place: Place?

        /// Creates the content of a post.
        public init(caption: String = "", photos: [Photo], place: Place? = nil) {
            self.caption = caption
            self.photos = photos
            self.place = place
        }
    }
}

/// An edit of some parts of a post.
///
/// Parts that are `nil` or missing remain unchanged.
///
/// ```swift
/// let edit = PostEdit(alts: [0: "Two suns"], place: .cleared)
/// let edited = try await session.edit(post.id, edit)
/// ```
public struct PostEdit: Hashable, Sendable {
    /// The new caption, up to ``TextField/limit`` characters.
    public var caption: String?
    /// The new photo descriptions, by photo index.
    ///
    /// A `nil` or blank description clears the existing description.
    public var alts: [Int: String?]
    /// The new place, or a value that clears the existing place.
    public var place: ProfileUpdate.Field<Place>?

    /// Creates an edit of the given parts.
    public init(
        caption: String? = nil,
        alts: [Int: String?] = [:],
        place: ProfileUpdate.Field<Place>? = nil
    ) {
        self.caption = caption
        self.alts = alts
        self.place = place
    }

    /// Returns the content of a post after this edit.
    ///
    /// - Throws: ``TimelineError/photoCountRefused(_:)`` if the edit describes a photo that the
    ///   post does not have.
    package func applied(to content: Post.Content) throws(TimelineError) -> Post.Content {
        var content = content
        content.caption = caption ?? content.caption
        if let place { content.place = place.value }
        for (index, text) in alts.sorted(by: { $0.key < $1.key }) {
            guard content.photos.indices.contains(index) else {
                throw TimelineError.photoCountRefused(index + 1)
            }
            let alt = text.flatMap { $0.contains { !$0.isWhitespace } ? $0 : nil }
            content.photos[index] = content.photos[index].described(as: alt)
        }
        return content
    }
}

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
    public package(set) var likeCount: Int
    /// The number of comments.
    public package(set) var commentCount: Int
    /// Whether the viewer likes the post.
    ///
    /// The value is always `false` for guests.
    public let likedByViewer: Bool
    /// The time of the last edit, or `nil` if the post has never been edited.
    public let editedAt: Date?

    /// Creates a post view.
    public init(
        id: Post.ID,
        author: User,
        caption: String,
        place: Place?,
        photos: [Photo],
        likeCount: Int,
        commentCount: Int,
        likedByViewer: Bool,
        editedAt: Date? = nil
    ) {
        self.id = id
        self.author = author
        self.caption = caption
        self.place = place
        self.photos = photos
        self.likeCount = likeCount
        self.commentCount = commentCount
        self.likedByViewer = likedByViewer
        self.editedAt = editedAt
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
        case id, author, caption, createdAt, editedAt, place, photos, likeCount, commentCount
        case likedByViewer, tags, mentions
    }

    /// Encodes the stored properties as well as ``createdAt``, ``tags`` and ``mentions``.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(author, forKey: .author)
        try container.encode(caption, forKey: .caption)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encodeIfPresent(editedAt, forKey: .editedAt)
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

/// A post with its distance from a position.
public struct NearbyPost: Hashable, Sendable, Encodable {
    /// The post, as the viewer sees it.
    public let post: PostView
    /// The distance of the post from the position, in metres.
    public let distance: Double
}

extension NearbyPost: PageItem {
    /// The key for posts in an encoded page.
    public static var pageKey: String { "posts" }
}

/// A page of posts near a position, newest first.
public typealias NearbyPage = Page<NearbyPost, Post.ID>

extension NearbyPage {
    /// The posts with their distances, newest first.
    public var posts: [NearbyPost] { items }
}

/// A post with its comments, read in one snapshot.
///
/// ```swift
/// let page = try await session.postPage(post.id)
/// show(page.post.caption, page.post.likeCount)
/// for comment in page.comments { show(comment) }
/// ```
public struct PostPage: Hashable, Sendable, Encodable {
    /// The post, as the viewer sees it.
    public let post: PostView
    /// The comments, oldest first.
    public let comments: [CommentView]
    /// Whether the viewer has bookmarked the post, which is not encoded.
    package var isBookmarked = false

    private enum CodingKeys: CodingKey {
        case post, comments
    }

    /// Creates a post page.
    public init(post: PostView, comments: [CommentView]) {
        self.post = post
        self.comments = comments
    }
}
