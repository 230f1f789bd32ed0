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
}
