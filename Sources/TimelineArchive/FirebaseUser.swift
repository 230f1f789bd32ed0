import TimelineCore

/// `users/<uid>` of an archive, whatever is wrong with parts of it.
struct FirebaseUser: Decodable, Sendable {
    let username: Result<String, EntryFault>
    private let bio: Result<String?, EntryFault>
    private let url: Result<String?, EntryFault>
    /// Whom the user follows, by uid; those marked `false` are left out.
    let follows: FirebaseEntries<Bool>

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FirebaseKey.self)
        username = Result { () throws(EntryFault) in
            if let name = try object.text("username") { return name }
            return try object.requiredText("user")
        }
        bio = object.field("bio")
        url = object.field("url")
        let marks: FirebaseEntries<Bool> = object.entries("follows")
        follows = FirebaseEntries(marks.all.filter { $0.value != .success(false) })
    }

    /// The fields that a profile may lack: where each goes, and its text or `nil`.
    var fields: [Field] { [(\.bio, "bio", bio), (\.url, "url", url)] }

    typealias Field = (
        target: WritableKeyPath<ProfileUpdate, ProfileUpdate.Field<String>?>,
        name: String,
        text: Result<String?, EntryFault>
    )
}

extension KeyedDecodingContainer<FirebaseKey> {
    /// A text that may be missing; a blank one is.
    fileprivate func field(_ key: FirebaseKey) -> Result<String?, EntryFault> {
        Result { () throws(EntryFault) in
            guard let text = try text(key), !text.allSatisfy(\.isWhitespace) else { return nil }
            return text
        }
    }
}
