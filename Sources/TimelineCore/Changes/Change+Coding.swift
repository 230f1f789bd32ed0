/// The JSON format for changes, which is described under "Changes" in Docs/Schema.md.
extension Change: Codable {
    private enum CodingKeys: CodingKey {
        case author, stamp, action
    }

    /// Decodes a change.
    ///
    /// - Throws: `DecodingError` if the JSON is invalid or the action is unknown to this version.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            stamp: try values.decode(PushID.self, forKey: .stamp),
            author: try values.decode(User.ID.self, forKey: .author),
            action: try values.decode(Intent.self, forKey: .action)
        )
    }

    /// Encodes the change.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(author, forKey: .author)
        try values.encode(stamp, forKey: .stamp)
        try values.encode(action, forKey: .action)
    }
}
