extension ProfileUpdate {
    /// Creates the update of the one field that a record sets.
    ///
    /// Returns `nil` for a username that is not valid in this version.
    public init(_ setting: ProfileSetting) {
        self.init()
        switch setting {
        case .username(let username): self.username = username
        case .displayName(let text): displayName = Self.field(text)
        case .bio(let text): bio = Self.field(text)
        case .url(let text): url = Self.field(text)
        case .photo(let photo): avatar = Self.field(photo)
        }
    }

    /// The single-field settings that together have the same effect, in the order of their field
    /// numbers.
    public var settings: [ProfileSetting] {
        var settings: [ProfileSetting] = []
        if let username { settings.append(.username(username)) }
        if let displayName { settings.append(.displayName(displayName.value)) }
        if let bio { settings.append(.bio(bio.value)) }
        if let url { settings.append(.url(url.value)) }
        switch avatar {
        case .set(let photo): settings.append(.photo(photo))
        case .cleared: settings.append(.photo(nil))
        case nil: break
        }
        return settings
    }

    private static func field<Value>(_ value: Value?) -> Field<Value> {
        value.map { .set($0) } ?? .cleared
    }
}
