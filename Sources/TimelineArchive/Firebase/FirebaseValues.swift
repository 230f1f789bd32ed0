import TimelineCore

/// The value of `users/<uid>`, decoded even if parts of it are malformed.
struct FirebaseUser: Decodable, Sendable {
    let username: Result<String, EntryError>
    private let bio: Result<String?, EntryError>
    private let url: Result<String?, EntryError>
    /// The followed users by uid.
    ///
    /// Entries with the value `false` are omitted.
    let follows: FirebaseEntries<Bool>

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FirebaseKey.self)
        username = Result { () throws(EntryError) in
            if let username = try object.string(forKey: "username") { return username }
            return try object.requiredString(forKey: "user")
        }
        bio = object.profileText(forKey: "bio")
        url = object.profileText(forKey: "url")
        let follows: FirebaseEntries<Bool> = object.entries(forKey: "follows")
        self.follows = FirebaseEntries(follows.all.filter { $0.value != .success(false) })
    }

    /// The optional fields of the profile.
    var fields: [Field] { [(\.bio, "bio", bio), (\.url, "url", url)] }

    /// An optional field: the property that it sets in a profile, its key, and its text, if any.
    typealias Field = (
        target: WritableKeyPath<ProfileUpdate, ProfileUpdate.Field<String>?>,
        key: String,
        text: Result<String?, EntryError>
    )
}

extension KeyedDecodingContainer<FirebaseKey> {
    /// Returns the text for a key, or `nil` if the text is missing or blank.
    fileprivate func profileText(forKey key: FirebaseKey) -> Result<String?, EntryError> {
        Result { () throws(EntryError) in
            guard let text = try string(forKey: key), !text.allSatisfy(\.isWhitespace) else {
                return nil
            }
            return text
        }
    }
}

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
        /// The place, as far as it is valid, and the fault of the rest.
        let place: (valid: Place?, fault: EntryError?)
        let imageEndpoint: String?
        let image: String?

        fileprivate init(
            _ object: KeyedDecodingContainer<FirebaseKey>
        ) throws(EntryError) {
            username = try object.requiredString(forKey: "username")
            caption = try object.string(forKey: "caption") ?? ""
            place = object.place(forKey: "location")
            imageEndpoint = try object.string(forKey: "imageEndpoint")
            image = try object.string(forKey: "image")
        }
    }
}

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

extension KeyedDecodingContainer<FirebaseKey> {
    /// Returns the valid part of the place for a key, or `nil` if it is missing or empty, and the
    /// fault of the rest.
    ///
    /// A place is an object with a `name`, with a `latitude` and a `longitude` in degrees, or with
    /// all three. The original Firebase layout had no places. The keys are the same as in
    /// Instagram's first API.
    func place(forKey key: FirebaseKey) -> (valid: Place?, fault: EntryError?) {
        guard hasValue(forKey: key) else { return (nil, nil) }
        // `try?` is correct because this throws only if the value is not an object.
        guard let object = try? nestedContainer(keyedBy: FirebaseKey.self, forKey: key) else {
            return (nil, .notAnObject(key.stringValue))
        }
        var fault: EntryError?
        func valid<Value>(_ read: () throws(EntryError) -> Value?) -> Value? {
            do throws(EntryError) {
                return try read()
            } catch {
                fault = fault ?? error
                return nil
            }
        }
        let name = valid { () throws(EntryError) in try object.string(forKey: "name") }
        let latitude = valid { () throws(EntryError) in try object.number(forKey: "latitude") }
        let longitude = valid { () throws(EntryError) in try object.number(forKey: "longitude") }
        if (latitude == nil) != (longitude == nil) { fault = fault ?? .incompleteCoordinate }
        return (Place(name: name, latitude: latitude, longitude: longitude), fault)
    }
}
