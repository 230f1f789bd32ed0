import Foundation
import TimelineCore

/// `posts/<pushID>` of an archive, whatever is wrong with parts of it.
struct FirebasePost: Decodable, Sendable {
    let fields: Result<Fields, EntryFault>
    let comments: FirebaseEntries<FirebaseComment>
    let likes: FirebaseEntries<FirebaseLike>

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FirebaseKey.self)
        fields = Result { () throws(EntryFault) in try Fields(object) }
        comments = object.entries("comments")
        likes = object.entries("likes")
    }

    /// What the post itself says.
    struct Fields: Sendable {
        let username: String
        let caption: String
        let place: Place?
        let imageEndpoint: String?
        let image: String?

        fileprivate init(
            _ object: KeyedDecodingContainer<FirebaseKey>
        ) throws(EntryFault) {
            username = try object.requiredText("username")
            caption = try object.text("caption") ?? ""
            place = try object.place("location")
            imageEndpoint = try object.text("imageEndpoint")
            image = try object.text("image")
        }
    }
}

/// What stands under a post: a comment or a like.
protocol FirebaseReply: Decodable, Sendable {
    /// Whose it is.
    var username: String { get }
    /// What tells it from another in its place; an identifier is derived from it where the key is none.
    var traits: [String] { get }
    /// What its author did.
    func action(on post: Post.ID) -> Change.Action
}

/// One of a post's `comments`; the post that it stands under counts, not its `post`.
struct FirebaseComment: FirebaseReply {
    let username: String
    let text: String

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FirebaseKey.self)
        username = try object.requiredText("username")
        text = try object.requiredText("text")
    }

    var traits: [String] { ["comment", username, text] }

    func action(on post: Post.ID) -> Change.Action { .commentAdded(post, text: text) }
}

/// One of a post's `likes`.
struct FirebaseLike: FirebaseReply {
    let username: String

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FirebaseKey.self)
        username = try object.requiredText("username")
    }

    var traits: [String] { ["like", username] }

    func action(on post: Post.ID) -> Change.Action { .liked(post) }
}
