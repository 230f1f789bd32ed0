/// What another program shows of posts and comments besides themselves, read in one snapshot.
package struct ItemDetails: Sendable {
    /// The profiles of the authors and users, without the follows between them and the viewer.
    package internal(set) var profiles: [User.ID: ProfileView] = [:]
    /// The mentioned users by displayed username in lower case.
    package internal(set) var mentioned: [String: User.ID] = [:]
    /// The posts that the viewer has bookmarked.
    package internal(set) var bookmarked: Set<Post.ID> = []
    /// The authors of the posts on which there are comments.
    package internal(set) var authors: [Post.ID: User.ID] = [:]

    /// No details.
    package init() {}
}

extension Principal {
    /// Returns the details of posts, comments and users.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` if the session has ended, or a storage error.
    package func details(
        of posts: [PostView] = [],
        comments: [CommentView] = [],
        users: [User.ID] = []
    ) async throws -> ItemDetails {
        try await read { social, accounts, viewer in
            try social.details(of: posts, comments, users, accounts, for: viewer)
        }
    }
}

extension SocialReader {
    /// Returns the details of posts, comments and users in this snapshot.
    func details(
        of posts: [PostView],
        _ comments: [CommentView] = [],
        _ users: [User.ID] = [],
        _ accounts: any AccountReader,
        for viewer: User.ID?
    ) throws -> ItemDetails {
        var details = ItemDetails()
        for user in posts.map(\.author.id) + comments.map(\.author.id) + users
        where details.profiles[user] == nil {
            details.profiles[user] = try profile(of: user, for: nil)
        }
        for text in posts.map(\.caption) + comments.map(\.text) {
            for name in TextEntities.mentions(in: text) where details.mentioned[name] == nil {
                guard let mentioned = try user(withUsername: name)?.id else { continue }
                // Guests know only of users with an account.
                if viewer == nil, try accounts.account(of: mentioned) == nil { continue }
                details.mentioned[name] = mentioned
            }
        }
        for comment in comments where details.authors[comment.post] == nil {
            details.authors[comment.post] = try post(comment.post, for: viewer)?.author.id
        }
        if let viewer {
            details.bookmarked = try accounts.bookmarked(among: posts.map(\.id), by: viewer)
        }
        return details
    }
}

extension Guest {
    /// Opens the session of an app and returns one page of its user's home timeline with its
    /// details, all in one snapshot, unless the page is read in shards.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` if the session has ended or is that of a login, or
    ///   ``TimelineError/scopeMissing(_:)``.
    package func home(
        for token: Session.Token,
        requiring scope: String,
        before cursor: Post.ID? = nil,
        after: Post.ID? = nil,
        limit: Int
    ) async throws -> (session: UserSession, page: TimelinePage, details: ItemDetails) {
        let bearer = bearer(of: token, requiring: scope)
        let (page, details, user, found) =
            try await bearer.homePage(before: cursor, after: after, limit: limit) {
                page,
                social,
                accounts,
                user in
                (
                    page,
                    try social.details(of: page.posts, [], [], accounts, for: user),
                    user,
                    try accounts.session(token.sessionID)
                )
            }
        try await noteUse(of: found)
        let session = UserSession(of: user, credential: bearer.credential, engine: engine)
        return (session, page, details)
    }

    /// Returns the permission of an app's user to read a photo's blob, in one snapshot.
    ///
    /// The posts of users that a block hides show nothing, but their profiles keep their pictures.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``, or ``TimelineError/photoNotFound(_:)`` if no
    ///   visible post or profile shows the photo.
    package func access(to blob: BlobID, forApp session: Session.ID) async throws -> PhotoAccess {
        let authority = Authority(engine: engine, credential: .app(session, requiring: nil))
        return try await engine.reads.run {
            try authority.userSnapshot { social, accounts, viewer in
                let hidden = try social.hiddenUsers(from: viewer)
                return try social.requireAccess(to: blob, accounts, for: viewer) { user in
                    guard hidden.contains(user) else { return true }
                    return try social.user(user)?.avatar?.blobs.contains(blob) == true
                }
            }
        }
    }
}

extension StoreOwner {
    /// Returns 32 random bytes that stay the same, with which a server signs addresses.
    package func serverSecret() async throws -> [UInt8] {
        let key = "server/secret"
        if let secret = try await engine.read({ try $1.privateValue(forKey: key) }) {
            return secret
        }
        let fresh = engine.environment.randomBytes(32)
        return try await engine.writes.run { [engine] in
            try engine.repository.writeAccounts { accounts in
                if let secret = try accounts.privateValue(forKey: key) { return secret }
                try accounts.setPrivateValue(fresh, forKey: key)
                return fresh
            }
        }
    }
}
