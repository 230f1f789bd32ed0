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
