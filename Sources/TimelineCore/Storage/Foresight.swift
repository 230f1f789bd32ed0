/// A reader that can ask for several answers at once.
///
/// A page asks small questions, one after the other. In a database on another machine, each would take
/// a round trip. Such a reader is therefore told in advance what a page is going to ask. It changes no
/// answer: what is not asked after all was asked in vain, and what was not foreseen is asked when it is
/// needed.
package protocol Foresight {
    /// Asks for what a page needs.
    ///
    /// - Parameters:
    ///   - page: The page.
    ///   - session: The session that reads it, if any.
    /// - Throws: A storage error.
    func foresee(_ page: ForeseenPage, for session: Session.ID?) throws
}

/// A page that is about to be read, for ``Foresight``.
package enum ForeseenPage: Hashable, Sendable {
    /// Anything, of which only the session is known.
    case any
    /// The home timeline, with the given number of comments on each post.
    case home(PostRange, comments: Int)
    /// A post with the given number of newest comments, or all of them.
    case post(Post.ID, comments: Int?)
    /// A user's profile and posts.
    case profile(User.ID, PostRange)
    /// Popular posts.
    case popular(since: Post.ID, limit: Int)
    /// The suggestions of a search, and the words that start with its prefixes.
    case search(users: UserQuery, tags: String?, prefixes: [String])
    /// The texts that a search has found.
    case texts([TextID])
}

extension SocialReader {
    /// Tells a reader what a page is going to ask, if it has a use for that.
    func foresee(_ page: ForeseenPage, for session: Session.ID? = nil) throws {
        try (self as? any Foresight)?.foresee(page, for: session)
    }
}
