/// A selection of posts, newest first.
///
/// ```swift
/// let page = try await session.page(of: .home, limit: 20)
/// ```
public enum Feed: Hashable, Sendable {
    /// The viewer's own posts and those of the users they follow.
    case home
    /// The posts of one user.
    case user(User.ID)
    /// All posts of the store.
    case everyone
}
