/// The JSON format for actions: an object with one member, whose key is the name of the action.
extension Intent: Codable {
    private enum CodingKeys: CodingKey {
        case profileUpdated, profileRemoved
        case postAdded, captionEdited, placeEdited, altEdited, postDeleted
        case commentAdded, commentDeleted, liked, unliked, followed, unfollowed
    }

    private enum Member: CodingKey {
        case alt, caption, comment, photo, place, post, text, user
    }

    /// Decodes an action.
    ///
    /// - Throws: `DecodingError` if the JSON is invalid or the action is unknown to this version.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        guard let key = values.allKeys.first, values.allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: values.codingPath,
                    debugDescription: Self.undecodable
                )
            )
        }
        let members = try values.nestedContainer(keyedBy: Member.self, forKey: key)
        func id<ID: Decodable>(_ member: Member) throws -> ID {
            try members.decode(ID.self, forKey: member)
        }
        func string(_ member: Member) throws -> String {
            try members.decode(String.self, forKey: member)
        }
        switch key {
        case .profileUpdated:
            self = .profileUpdated(try values.decode(ProfileUpdate.self, forKey: key))
        case .profileRemoved: self = .profileRemoved
        case .postAdded:
            self = .postAdded(try values.decode(Post.Content.self, forKey: key))
        case .captionEdited: self = .captionEdited(try id(.post), caption: try string(.caption))
        case .placeEdited:
            self = .placeEdited(
                try id(.post),
                place: try members.decodeIfPresent(Place.self, forKey: .place)
            )
        case .altEdited:
            self = .altEdited(
                try id(.post),
                photo: try members.decode(Int.self, forKey: .photo),
                alt: try members.decodeIfPresent(String.self, forKey: .alt)
            )
        case .postDeleted: self = .postDeleted(try id(.post))
        case .commentAdded: self = .commentAdded(try id(.post), text: try string(.text))
        case .commentDeleted: self = .commentDeleted(try id(.comment))
        case .liked: self = .liked(try id(.post))
        case .unliked: self = .unliked(try id(.post))
        case .followed: self = .followed(try id(.user))
        case .unfollowed: self = .unfollowed(try id(.user))
        }
    }

    /// Encodes the action.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        func encode(
            _ key: CodingKeys,
            _ member: Member? = nil,
            _ id: (any Encodable)? = nil,
            _ others: (Member, (any Encodable)?)...
        ) throws {
            var members = values.nestedContainer(keyedBy: Member.self, forKey: key)
            if let member, let id { try members.encode(id, forKey: member) }
            for case (let member, let value?) in others {
                try members.encode(value, forKey: member)
            }
        }
        switch self {
        case .profileUpdated(let update): try values.encode(update, forKey: .profileUpdated)
        case .profileRemoved: try encode(.profileRemoved)
        case .postAdded(let content): try values.encode(content, forKey: .postAdded)
        case .captionEdited(let post, let caption):
            try encode(.captionEdited, .post, post, (.caption, caption))
        case .placeEdited(let post, let place):
            try encode(.placeEdited, .post, post, (.place, place))
        case .altEdited(let post, let photo, let alt):
            try encode(.altEdited, .post, post, (.photo, photo), (.alt, alt))
        case .postDeleted(let post): try encode(.postDeleted, .post, post)
        case .commentAdded(let post, let text):
            try encode(.commentAdded, .post, post, (.text, text))
        case .commentDeleted(let comment): try encode(.commentDeleted, .comment, comment)
        case .liked(let post): try encode(.liked, .post, post)
        case .unliked(let post): try encode(.unliked, .post, post)
        case .followed(let user): try encode(.followed, .user, user)
        case .unfollowed(let user): try encode(.unfollowed, .user, user)
        }
    }
}
