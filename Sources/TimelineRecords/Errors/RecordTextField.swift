/// A text inside a record, with its length limits.
///
/// The limits are the same as in `TextField` of TimelineCore.
public enum RecordTextField: CaseIterable, Hashable, Sendable {
    /// The caption of a post.
    case caption
    /// The text of a comment.
    case comment
    /// A user's display name.
    case displayName
    /// A user's bio.
    case bio
    /// The URL of a user's website.
    case url
    /// The alternative text of a photo.
    case alt
    /// The name of a place.
    case placeName

    /// The maximum length in characters (grapheme clusters).
    public var limit: Int {
        switch self {
        case .caption, .comment: 2200
        case .displayName: 64
        case .bio: 500
        case .url: 2048
        case .alt: 1000
        case .placeName: 100
        }
    }

    /// The maximum length in UTF-8 bytes: 32 for each character.
    public var byteLimit: Int { limit * 32 }

    /// Whether the text must contain a character other than white space.
    public var isRequired: Bool {
        switch self {
        case .caption, .alt: false
        case .comment, .displayName, .bio, .url, .placeName: true
        }
    }
}
