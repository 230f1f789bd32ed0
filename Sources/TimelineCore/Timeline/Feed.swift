/// Which feed is read.
public enum Feed: Hashable, Sendable {
    /// The viewer's posts and those of everyone the viewer follows.
    case home
    /// One user's posts.
    case user(User.ID)
    /// Everyone's posts.
    case everyone
}
