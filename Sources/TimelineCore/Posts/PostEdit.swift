/// A change to parts of a post; parts that are `nil` or missing stay unchanged.
///
/// ```swift
/// let edit = PostEdit(alts: [0: "Two suns"], place: .cleared)
/// let edited = try await session.edit(post.id, edit)
/// ```
public struct PostEdit: Hashable, Sendable {
    /// The new caption, up to 2,200 characters.
    public var caption: String?
    /// The new descriptions by the positions of their photos, counted from 0; `nil` and blank ones
    /// clear.
    public var alts: [Int: String?]
    /// The new place.
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
