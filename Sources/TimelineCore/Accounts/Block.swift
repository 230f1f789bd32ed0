/// The newest block or unblock of one user by another, as an LWW register.
///
/// A block is private data: nobody else receives it, except the user's own devices, on which the
/// newer change wins.
public struct Block: Hashable, Sendable {
    /// The user who is, or was, blocked.
    public let user: User.ID
    /// Whether the user is blocked.
    public let isBlocked: Bool
    /// The time of the change in milliseconds since 1970.
    public let milliseconds: UInt64
    /// The displayed username at that time, or `nil` if it was unknown.
    ///
    /// A device that does not know the user shows it instead.
    public let name: String?

    /// Creates a block or an unblock.
    public init(_ user: User.ID, isBlocked: Bool, milliseconds: UInt64, name: String?) {
        self.user = user
        self.isBlocked = isBlocked
        self.milliseconds = milliseconds
        self.name = name
    }

    /// The user, if the store knows nothing about them but the block.
    var unknownUser: User {
        User(id: user, username: name ?? String(user.description.suffix(12)).lowercased())
    }
}

/// The users that a viewer does not see, because one of the two has blocked the other.
public struct HiddenUsers: Hashable, Sendable {
    /// The users that the viewer has blocked.
    public let blocked: Set<User.ID>
    /// The users that have blocked the viewer.
    public let blocking: Set<User.ID>

    /// No users.
    public static let none = HiddenUsers(blocked: [], blocking: [])

    /// Creates a value.
    public init(blocked: Set<User.ID>, blocking: Set<User.ID>) {
        self.blocked = blocked
        self.blocking = blocking
    }

    /// Whether no user is hidden.
    public var isEmpty: Bool { blocked.isEmpty && blocking.isEmpty }

    /// All hidden users.
    public var all: Set<User.ID> { blocked.union(blocking) }

    /// Returns whether a user is hidden.
    public func contains(_ user: User.ID) -> Bool {
        blocked.contains(user) || blocking.contains(user)
    }
}
