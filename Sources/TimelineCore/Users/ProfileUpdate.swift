/// The fields of a profile that one change sets; the others stay as they are.
public struct ProfileUpdate: Hashable, Sendable, Codable {
    /// The name claimed from now on.
    public var username: Username?
    /// The name in full; ``Field/cleared`` removes it.
    public var displayName: Field<String>?
    /// The few words about the user.
    public var bio: Field<String>?
    /// The user's page.
    public var url: Field<String>?
    /// The user's picture.
    public var avatar: Field<Photo>?

    /// Makes an update of the fields it sets.
    public init(
        username: Username? = nil,
        displayName: Field<String>? = nil,
        bio: Field<String>? = nil,
        url: Field<String>? = nil,
        avatar: Field<Photo>? = nil
    ) {
        self.username = username
        self.displayName = displayName
        self.bio = bio
        self.url = url
        self.avatar = avatar
    }

    /// What an update does to a field that may be empty.
    public enum Field<Value: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
        /// The field gets this value.
        case set(Value)
        /// The field becomes empty.
        case cleared

        /// The value set, or `nil` when the field is cleared.
        public var value: Value? {
            if case .set(let value) = self { value } else { nil }
        }
    }
}
