/// The newest mute, block, unmute or unblock of one user by another, as an LWW register.
///
/// It is private data: nobody else receives it, except the user's own devices, on which the newer
/// change wins.
public struct Restriction: Hashable, Sendable {
    /// What a user does not want of another.
    public enum Kind: Int, Hashable, Sendable {
        /// Their posts and activity, unless the user looks for them.
        case mute = 1
        /// Anything, in either direction.
        case block = 2
    }

    /// Whether the user is muted or blocked.
    public let kind: Kind
    /// The user who is, or was, muted or blocked.
    public let user: User.ID
    /// Whether the user is still muted or blocked.
    public let isSet: Bool
    /// The time of the change in milliseconds since 1970.
    public let milliseconds: UInt64
    /// The displayed username of a blocked user at that time, or `nil` if it was unknown.
    ///
    /// A device that does not know the user shows it instead.
    public let name: String?

    /// Creates a restriction, or one that has ended.
    public init(
        _ kind: Kind,
        of user: User.ID,
        isSet: Bool = true,
        milliseconds: UInt64,
        name: String? = nil
    ) {
        self.kind = kind
        self.user = user
        self.isSet = isSet
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

extension AccountReader {
    /// Returns the users that the given user has muted or blocked, in ascending order.
    package func restrictedUsers(_ kind: Restriction.Kind, by user: User.ID) throws -> [User.ID] {
        try restrictions(kind, by: user).filter(\.isSet).map(\.user)
    }
}

extension UInt64 {
    /// Returns this time, or the time directly after that of the change that it replaces, if it is
    /// not later.
    ///
    /// A change must be later than the one that it replaces even if a clock was ahead then. But a
    /// change that is dated too far ahead does not count. Both are in milliseconds since 1970, and
    /// the result is at most the highest time of a push ID, which other devices can read.
    package func later(than former: UInt64?) -> UInt64 {
        let time = Swift.min(self, PushID.maximumMilliseconds)
        guard let former, time <= former, !former.isTooFarAhead(of: time) else { return time }
        return Swift.min(former + 1, PushID.maximumMilliseconds)
    }

    /// Returns whether this time of a private change is more than a day after the present.
    ///
    /// Such a change counts as older than all others. Otherwise, one wrong or stolen device could
    /// make changes that nobody can ever replace.
    package func isTooFarAhead(of present: UInt64) -> Bool {
        self > present && self - present > 86_400_000
    }
}
