/// A user's claim to a username; the lowest claim gets the name itself.
///
/// ```swift
/// let claims = [UsernameClaim(by: leia, at: stamp), UsernameClaim(by: han, at: .max)]
/// let holder = claims.min()?.user
/// show(try Username("falcon").displayed(for: han, holder: holder))
/// ```
public struct UsernameClaim: Hashable, Sendable {
    /// The claimant.
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
    /// Returns whether `left` is the older claim; of equally old claims, the lower user ID wins.
    public static func < (left: UsernameClaim, right: UsernameClaim) -> Bool {
        (left.stamp, left.user) < (right.stamp, right.user)
    }
}

extension Username {
    /// Returns the displayed username of a claimant: the name itself for its holder, a name with a
    /// suffix for all others.
    public func displayed(for user: User.ID, holder: User.ID?) -> String {
        user == holder ? text : suffixed(for: user)
    }
}
