/// The content of a post: a caption, photos and a place.
public struct PostContent: Hashable, Sendable {
    /// The caption, which may be empty.
    public let caption: String
    /// The photos, at least 1 and at most 10.
    public let photos: [RecordPhoto]
    /// The place where the photos were taken.
    public let place: RecordPlace?

    /// Creates content without checking it.
    ///
    /// The content is checked when a record is signed or read.
    public init(caption: String, photos: [RecordPhoto], place: RecordPlace? = nil) {
        self.caption = caption
        self.photos = photos
        self.place = place
    }
}
