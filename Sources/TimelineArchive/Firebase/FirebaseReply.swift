import TimelineCore

/// A comment or a like of a post.
protocol FirebaseReply: Decodable, Sendable {
    /// The author's username.
    var username: String { get }
    /// The strings that distinguish this reply from others with the same key; a derived ID is a
    /// hash of them.
    var hashedStrings: [String] { get }
    /// The author's action on a post.
    func action(on post: Post.ID) -> Change.Action
}

/// An entry of a post's `comments`.
///
/// Its own `post` key is ignored: a comment belongs to the post that contains it.
struct FirebaseComment: FirebaseReply {
    let username: String
    let text: String

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FirebaseKey.self)
        username = try object.requiredString(forKey: "username")
        text = try object.requiredString(forKey: "text")
    }

    var hashedStrings: [String] { ["comment", username, text] }

    func action(on post: Post.ID) -> Change.Action { .commentAdded(post, text: text) }
}

/// An entry of a post's `likes`.
struct FirebaseLike: FirebaseReply {
    let username: String

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FirebaseKey.self)
        username = try object.requiredString(forKey: "username")
    }

    var hashedStrings: [String] { ["like", username] }

    func action(on post: Post.ID) -> Change.Action { .liked(post) }
}
