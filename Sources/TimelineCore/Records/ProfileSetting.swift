/// A new value of one field of a profile.
///
/// Each field is a separate LWW register.
public enum ProfileSetting: Hashable, Sendable {
    /// Sets the username.
    case username(Username)
    /// Sets the display name; `nil` clears it.
    case displayName(String?)
    /// Sets the self-description; `nil` clears it.
    case bio(String?)
    /// Sets the URL of the user's website; `nil` clears it.
    case url(String?)
    /// Sets the avatar; `nil` clears it.
    case photo(Photo?)

    /// A field of a profile, with its number as the raw value.
    public enum Field: UInt64, CaseIterable, Hashable, Sendable {
        /// The username.
        case username = 1
        /// The display name.
        case displayName = 2
        /// The self-description.
        case bio = 3
        /// The URL of the user's website.
        case url = 4
        /// The avatar.
        case photo = 5
    }

    /// The field that is set.
    public var field: Field {
        switch self {
        case .username: .username
        case .displayName: .displayName
        case .bio: .bio
        case .url: .url
        case .photo: .photo
        }
    }
}
