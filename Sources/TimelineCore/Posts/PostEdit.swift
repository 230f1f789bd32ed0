/// An edit of some parts of a post.
///
/// Parts that are `nil` or missing remain unchanged.
///
/// ```swift
/// let edit = PostEdit(alts: [0: "Two suns"], place: .cleared)
/// let edited = try await session.edit(post.id, edit)
/// ```
public struct PostEdit: Hashable, Sendable {
    /// The new caption, up to 2,200 characters.
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
