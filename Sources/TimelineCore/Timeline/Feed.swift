/// A selection of posts, newest first.
///
/// ```swift
/// let page = try await session.page(of: .home, limit: 20)
/// ```
public enum Feed: Hashable, Sendable {
    /// The viewer's own posts and those of the users they follow and have not muted.
    case home
    /// The posts of a single user.
    case user(User.ID)
    /// All posts in the store.
    case everyone
}
