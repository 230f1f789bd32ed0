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
        /// The caption, up to 2,200 characters long.
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
