/// A user's claim to a username.
///
/// The user with the lowest claim receives the username itself. Displayed usernames are local to a
/// store: they depend on its accounts and their follows (decision 38).
///
/// ```swift
/// let claims = [UsernameClaim(by: leia, at: stamp), UsernameClaim(by: han, at: .max)]
/// let holder = claims.min()?.user
/// show(try Username("falcon").displayed(for: han, holder: holder))
/// ```
public struct UsernameClaim: Hashable, Sendable {
    /// The precedence of a user's claims over those of other users, lowest first.
    public enum Precedence: Hashable, Comparable, Sendable {
        /// The user has an account in this store.
        case local
        /// A user with an account in this store follows the user.
        ///
        /// If several do, the oldest follow counts.
        case followed(since: PushID)
        /// No user with an account in this store follows the user.
        case other
    }

    /// The user who makes the claim.
    public let user: User.ID
    /// The stamp of the claim.
    public let stamp: PushID
    /// The precedence of the user.
    public let precedence: Precedence

    /// Creates a claim.
    public init(by user: User.ID, at stamp: PushID, precedence: Precedence = .other) {
        self.user = user
        self.stamp = stamp
        self.precedence = precedence
    }
}

extension UsernameClaim: Comparable {
    /// Returns whether `left` precedes `right`.
    ///
    /// Claims of equal precedence are ordered by age, and equally old claims by user ID.
    public static func < (left: UsernameClaim, right: UsernameClaim) -> Bool {
        (left.precedence, left.stamp, left.user) < (right.precedence, right.stamp, right.user)
    }
}

extension Username {
    /// Returns a user's displayed username: the username itself for its holder, or the username
    /// with a suffix for other users.
    public func displayed(for user: User.ID, holder: User.ID?) -> String {
        user == holder ? text : suffixed(for: user)
    }
}
