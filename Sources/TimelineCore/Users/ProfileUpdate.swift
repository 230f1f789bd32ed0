/// A change to some fields of a profile.
///
/// Fields that are `nil` remain unchanged.
///
/// ```swift
/// let profile = try await session.updateProfile(
///     ProfileUpdate(displayName: .set("Leia Organa"), bio: .cleared)
/// )
/// ```
public struct ProfileUpdate: Hashable, Sendable {
    /// The new username.
    public var username: Username?
    /// The new display name, up to 64 characters long.
    public var displayName: Field<String>?
    /// The new bio, up to 500 characters long.
    public var bio: Field<String>?
    /// The new URL, with the scheme `http` or `https`.
    public var url: Field<String>?
    /// The new avatar.
    public var avatar: Field<Photo>?

    /// Creates an update of the given fields.
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

    /// A change to an optional field.
    public enum Field<Value: Hashable & Sendable>: Hashable, Sendable {
        /// Sets the field.
        case set(Value)
        /// Clears the field.
        case cleared

        /// The value to set, or `nil` to clear the field.
        public var value: Value? {
            if case .set(let value) = self { value } else { nil }
        }
    }
}
