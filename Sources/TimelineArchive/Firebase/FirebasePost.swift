import TimelineCore

/// The value of `posts/<push ID>`, decoded even if parts of it are malformed.
struct FirebasePost: Decodable, Sendable {
    let fields: Result<Fields, EntryError>
    let comments: FirebaseEntries<FirebaseComment>
    let likes: FirebaseEntries<FirebaseLike>

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FirebaseKey.self)
        fields = Result { () throws(EntryError) in try Fields(object) }
        comments = object.entries(forKey: "comments")
        likes = object.entries(forKey: "likes")
    }

    /// The post without its comments and likes.
    struct Fields: Sendable {
        let username: String
        let caption: String
        let place: Place?
        let imageEndpoint: String?
        let image: String?

        fileprivate init(
            _ object: KeyedDecodingContainer<FirebaseKey>
        ) throws(EntryError) {
            username = try object.requiredString(forKey: "username")
            caption = try object.string(forKey: "caption") ?? ""
            place = try object.place(forKey: "location")
            imageEndpoint = try object.string(forKey: "imageEndpoint")
            image = try object.string(forKey: "image")
        }
    }
}
