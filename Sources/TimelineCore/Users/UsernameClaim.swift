/// A user's claim to a username.
///
/// The user with the lowest claim receives the username itself.
///
/// ```swift
/// let claims = [UsernameClaim(by: leia, at: stamp), UsernameClaim(by: han, at: .max)]
/// let holder = claims.min()?.user
/// show(try Username("falcon").displayed(for: han, holder: holder))
/// ```
public struct UsernameClaim: Hashable, Sendable {
    /// The user who makes the claim.
    public let user: User.ID
    /// The stamp of the claim.
    public let stamp: PushID

    /// Creates a claim.
    public init(by user: User.ID, at stamp: PushID) {
        self.user = user
        self.stamp = stamp
    }
}

extension UsernameClaim: Comparable {
    /// Returns whether `left` is the older claim.
    ///
    /// Equally old claims are ordered by user ID.
    public static func < (left: UsernameClaim, right: UsernameClaim) -> Bool {
        (left.stamp, left.user) < (right.stamp, right.user)
    }
}

extension Username {
    /// Returns a user's displayed username: the username itself for its holder, or the username
    /// with a suffix for other users.
    public func displayed(for user: User.ID, holder: User.ID?) -> String {
        user == holder ? text : suffixed(for: user)
    }
}
