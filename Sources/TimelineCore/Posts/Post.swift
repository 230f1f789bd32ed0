/// Photos that a user shared, with a caption.
public struct Post: Identifiable, Hashable, Sendable {
    /// Names the post; its order is the order in time.
    public typealias ID = PushIdentifier<Post>

    /// Names the post, and tells when it was made.
    public let id: ID
    /// Who shared it.
    public let author: User.ID
    /// What is shared.
    public let content: Content

    /// Makes a post of its parts.
    public init(id: ID, author: User.ID, content: Content) {
        self.id = id
        self.author = author
        self.content = content
    }

    /// What a post shares; all but the caption stays as it was posted.
    public struct Content: Hashable, Sendable, Codable {
        /// The author's words, up to 2,200 characters; may be empty.
        public var caption: String
        /// One to ten photos, in order.
        public var photos: [Photo]
        /// Where the photos were taken, when the author says so.
        public var place: Place?

        /// Makes content of its parts.
        public init(caption: String = "", photos: [Photo], place: Place? = nil) {
            self.caption = caption
            self.photos = photos
            self.place = place
        }
    }
}
