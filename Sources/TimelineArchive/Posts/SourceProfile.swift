import TimelineCore

/// The profile of the user whose posts a source contains.
struct SourceProfile: Sendable {
    /// The path of the file with the profile.
    let file: String
    /// The display name, or `nil` if the source contains none.
    var displayName: String?
    /// The bio as plain text, or `nil` if the source contains none.
    var bio: String?
    /// The picture of the user, or `nil` if the source has none.
    var avatar: SourceMedia?
}
