import TimelineCore

/// A comment on a post, or a like of a post.
protocol FirebaseReply: Decodable, Sendable {
    /// The author's username.
    var username: String { get }
    /// The strings that distinguish this reply from other replies with the same key.
    ///
    /// Derived IDs contain a hash of these strings.
    var hashedStrings: [String] { get }
    /// Returns the author's action on a post.
    func action(on post: Post.ID) -> Intent
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

    func action(on post: Post.ID) -> Intent { .commentAdded(post, text: text) }
}

/// An entry in a post's `likes`.
struct FirebaseLike: FirebaseReply {
    let username: String

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FirebaseKey.self)
        username = try object.requiredString(forKey: "username")
    }

    var hashedStrings: [String] { ["like", username] }

    func action(on post: Post.ID) -> Intent { .liked(post) }
}
