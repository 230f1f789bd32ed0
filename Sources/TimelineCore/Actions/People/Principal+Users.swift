extension Principal {
    /// Returns the user with a displayed username, with or without `@`, ignoring case.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``.
    public func user(withUsername username: String) async throws -> User {
        try await read { reader, _ in
            guard let user = try reader.user(withUsername: username) else {
                throw TimelineError.userNotFound(username)
            }
            return user
        }
    }

    /// Returns whether no user is displayed with a username.
    ///
    /// - Throws: A storage error.
    public func isAvailable(_ username: Username) async throws -> Bool {
        try await read { reader, _ in try reader.user(withUsername: username.text) == nil }
    }

    /// Returns a user's profile as the reader sees it.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``.
    public func profile(of user: User.ID) async throws -> ProfileView {
        try await read { try $0.requireProfile(of: user, for: $1) }
    }

    /// Returns a user's profile with the newest posts, read in one snapshot.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - limit: The maximum number of posts.
    /// - Returns: The profile and the first page of posts.
    /// - Throws: ``TimelineError/userNotFound(_:)``.
    public func profilePage(of user: User.ID, limit: Int = 20) async throws -> ProfilePage {
        try await read { reader, viewer in
            guard let page = try reader.profilePage(of: user, limit: limit, for: viewer) else {
                throw TimelineError.userNotFound(user.description)
            }
            return page
        }
    }

    /// Returns one page of users, ordered by displayed username.
    ///
    /// - Throws: A storage error.
    public func users(_ query: UserQuery = UserQuery()) async throws -> [User] {
        try await read { reader, _ in try reader.users(query) }
    }
}

extension UserSession {
    /// Returns the session's user.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func user() async throws -> User {
        try await read { reader, _ in try reader.requireUser(userID) }
    }

    /// Returns the profile of the session's user.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func profile() async throws -> ProfileView { try await profile(of: userID) }

    /// Updates fields of the session user's profile.
    ///
    /// A new username keeps posts, followers and everything else.
    ///
    /// - Parameters:
    ///   - update: The fields to set or clear. An avatar in it must be a photo that the user
    ///     already shares.
    ///   - avatar: The file of a new avatar, which overrides the one in `update`.
    /// - Returns: The profile after the commit.
    /// - Throws: ``TimelineError/usernameTaken(_:)``; ``TimelineError/photoRefused(_:name:)``;
    ///   ``TimelineError/photoNotFound(_:)``; ``TimelineError/invalidText(_:)``;
    ///   ``TimelineError/invalidURL(_:)``; ``TimelineError/notLoggedIn``.
    @discardableResult
    public func updateProfile(
        _ update: ProfileUpdate,
        avatar: PhotoFile? = nil
    ) async throws -> ProfileView {
        var update = update
        let photos = try await engine.prepared([avatar].compactMap(\.self))
        if let photo = photos.first?.photo { update.avatar = .set(photo) }
        _ = try await change(keeping: photos) { [update] reader, user in
            var update = update
            if photos.isEmpty, case .set(let photo) = update.avatar {
                try reader.requirePhoto(photo, of: user)
            }
            if let username = update.username {
                try reader.requireAvailable(username, for: user)
                // Claiming it again would set a younger stamp and could lose the username to a
                // rival claim.
                if try reader.user(user)?.username == username.text { update.username = nil }
            }
            return update == ProfileUpdate() ? nil : .profileUpdated(update)
        }
        return try await readBack { try $0.requireProfile(of: userID, for: userID) }
    }
}
