/// A tag, and how many posts carry it.
public struct TagCount: Hashable, Sendable, Encodable {
    /// The tag.
    public let tag: Tag
    /// How many posts carry it.
    public let postCount: Int

    /// Makes a count of its parts.
    public init(tag: Tag, postCount: Int) {
        self.tag = tag
        self.postCount = postCount
    }

    private enum CodingKeys: String, CodingKey {
        case tag = "name"
        case postCount
    }
}
