/// A tag with the number of posts that have it.
public struct TagCount: Hashable, Sendable, Encodable {
    /// The tag.
    public let tag: Tag
    /// The number of posts with the tag.
    public let postCount: Int

    /// Creates a count of the posts with a tag.
    public init(tag: Tag, postCount: Int) {
        self.tag = tag
        self.postCount = postCount
    }

    private enum CodingKeys: String, CodingKey {
        case tag = "name"
        case postCount
    }
}
