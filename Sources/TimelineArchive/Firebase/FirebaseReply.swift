/// A comment on a post, or a like of a post.
protocol FirebaseReply: Decodable, Sendable {
    /// The author's username.
    var username: String { get }
    /// The strings that distinguish this reply from other replies with the same key.
    ///
    /// Derived IDs contain a hash of these strings.
    var hashedStrings: [String] { get }
    /// The text of a comment, or `nil` for a like.
    var comment: String? { get }
}

/// An entry in a post's `comments`.
///
/// The entry's own `post` key is ignored, because a comment belongs to the post that contains it.
struct FirebaseComment: FirebaseReply {
    let username: String
    let text: String

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FirebaseKey.self)
        username = try object.requiredString(forKey: "username")
        text = try object.requiredString(forKey: "text")
    }

    var hashedStrings: [String] { ["comment", username, text] }

    var comment: String? { text }
}

/// An entry in a post's `likes`.
struct FirebaseLike: FirebaseReply {
    let username: String

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FirebaseKey.self)
        username = try object.requiredString(forKey: "username")
    }

    var hashedStrings: [String] { ["like", username] }

    var comment: String? { nil }
}
