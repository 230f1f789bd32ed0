/// The JSON form of a profile update: an object with the fields to change, where `null` clears a
/// field.
extension ProfileUpdate: Codable {
    private enum CodingKeys: CodingKey {
        case username, displayName, bio, url, avatar
    }

    /// Decodes an update.
    ///
    /// Missing fields remain unchanged.
    ///
    /// - Throws: `DecodingError` or ``TimelineError/invalidUsername(_:)``.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func field<Value: Decodable>(_ key: CodingKeys) throws -> Field<Value>? {
            guard values.contains(key) else { return nil }
            return try values.decodeIfPresent(Value.self, forKey: key).map { .set($0) } ?? .cleared
        }
        self.init(
            username: try values.decodeIfPresent(Username.self, forKey: .username),
            displayName: try field(.displayName),
            bio: try field(.bio),
            url: try field(.url),
            avatar: try field(.avatar)
        )
    }

    /// Encodes the fields that the update sets or clears.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        func encode<Value: Encodable>(_ field: Field<Value>?, _ key: CodingKeys) throws {
            if let field { try values.encode(field.value, forKey: key) }
        }
        try values.encodeIfPresent(username, forKey: .username)
        try encode(displayName, .displayName)
        try encode(bio, .bio)
        try encode(url, .url)
        try encode(avatar, .avatar)
    }
}
