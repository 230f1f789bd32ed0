extension Principal {
    /// Returns the user with the given displayed username, ignoring case and a leading `@`.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``.
    public func user(withUsername username: String) async throws -> User {
        try await read { reader, accounts, _ in
            guard let user = try reader.user(named: username, accounts) else {
                throw TimelineError.userNotFound(username)
            }
            return user
        }
    }

    /// Returns whether the given username is available.
    ///
    /// A username is available if no user currently displays it.
    ///
    /// - Throws: A storage error.
    public func isAvailable(_ username: Username) async throws -> Bool {
        try await read { reader, _, _ in try reader.user(withUsername: username.text) == nil }
    }

    /// Returns a user's profile, as this principal sees it.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``.
    public func profile(of user: User.ID) async throws -> ProfileView {
        try await read { try $0.requireProfile(of: user, for: $2) }
    }

    /// Returns a user's profile and one page of the user's posts, read in one snapshot.
    ///
    /// - Parameters:
    ///   - user: The ID of the user.
    ///   - cursor: The post after which the page starts, or `nil` for the newest page.
    ///   - limit: The maximum number of posts.
    /// - Returns: The profile and the page of posts, newest first.
    /// - Throws: ``TimelineError/userNotFound(_:)``.
    public func profilePage(
        of user: User.ID,
        before cursor: Post.ID? = nil,
        limit: Int = 20
    ) async throws -> ProfilePage {
        let range = PostRange(before: cursor ?? Post.ID(.max), limit: limit)
        return try await read(foreseeing: .profile(user, range)) { reader, _, viewer in
            let page = try reader.profilePage(of: user, before: cursor, limit: limit, for: viewer)
            guard let page else { throw TimelineError.userNotFound(user.description) }
            return page
        }
    }

    /// Returns one page of users, ordered by displayed username.
    ///
    /// - Throws: A storage error.
    public func users(_ query: UserQuery = UserQuery()) async throws -> [User] {
        try await read { reader, _, _ in try reader.users(query) }
    }
}

extension UserSession {
    /// Returns the session's user.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func user() async throws -> User {
        try await read { reader, _, _ in try reader.requireUser(userID) }
    }

    /// Returns the profile of the session's user.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func profile() async throws -> ProfileView { try await profile(of: userID) }

    /// Returns the amount of the user's own data.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func summary() async throws -> UserSummary {
        try await read { reader, _, _ in
            guard let summary = try reader.summary(of: userID) else {
                throw TimelineError.userNotFound(userID.description)
            }
            return summary
        }
    }

    /// Returns those of the given users that the session's user follows, read in one snapshot.
    ///
    /// Returns an empty set without reading the store if `users` is empty.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func followed(among users: [User.ID]) async throws -> Set<User.ID> {
        guard !users.isEmpty else { return [] }
        return try await read { reader, _, viewer in
            Set(
                try users.filter { user in
                    try reader.profile(of: user, for: viewer)?.followedByViewer == true
                }
            )
        }
    }

    /// Updates the profile of the session's user.
    ///
    /// Changing the username does not affect posts, followers or anything else.
    ///
    /// - Parameters:
    ///   - update: The fields to set or clear. An avatar that is set here must be a photo that the
    ///     user already shares.
    ///   - avatar: The file of a new avatar, which takes precedence over the avatar in `update`.
    /// - Returns: The updated profile, read after the commit.
    /// - Throws: ``TimelineError/usernameTaken(_:)``, ``TimelineError/photoRefused(_:name:)``,
    ///   ``TimelineError/photoNotFound(_:)``, ``TimelineError/invalidText(_:)``,
    ///   ``TimelineError/invalidURL(_:)`` or ``TimelineError/notLoggedIn``.
    @discardableResult
    public func updateProfile(
        _ update: ProfileUpdate,
        avatar: PhotoFile? = nil
    ) async throws -> ProfileView {
        try await updateProfile(update, reading: avatar.map { PhotoSource($0) })
    }

    /// Updates the profile, like ``updateProfile(_:avatar:)``, with an avatar that is read when its
    /// turn comes.
    ///
    /// - Throws: Any error of that method, or ``TimelineError/busy`` if too many pictures wait.
    package func updateProfile(
        _ update: ProfileUpdate,
        reading avatar: PhotoSource?
    ) async throws -> ProfileView {
        if update.username != nil {
            try await engine.writes.run { [self] in
                try engine.repository.writeAccounts { social, accounts in
                    let user = try requireUser(social, accounts)
                    guard let username = try social.user(user)?.username else { return }
                    try accounts.keepFormerUsername(username, of: user)
                }
            }
        }
        _ = try await say(reading: [avatar].compactMap(\.self)) { photos, reader, user in
            var update = update
            if let photo = photos.first { update.avatar = .set(photo) }
            if photos.isEmpty, case .set(let photo) = update.avatar {
                try reader.requirePhoto(photo, of: user)
            }
            if let username = update.username {
                try reader.requireAvailable(username, for: user)
                // Claiming the same username again would set a newer stamp, so the user could lose
                // the username to a rival claim.
                if try reader.user(user)?.username == username.text { update.username = nil }
            }
            return update == ProfileUpdate() ? nil : .profileUpdated(update)
        }
        return try await readBack { try $0.requireProfile(of: userID, for: userID) }
    }
}

extension SocialReader {
    /// Returns the user with a username, or the user with an account who has had it, if nobody has
    /// it now.
    func user(named username: String, _ accounts: any AccountReader) throws -> User? {
        if let user = try user(withUsername: username) { return user }
        let former = try accounts.user(formerly: Username.normalized(username))
        return try former.flatMap { try user($0) }
    }
}
