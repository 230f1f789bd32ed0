extension Principal {
    /// The user shown under a name, with or without `@`, compared without case.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``.
    public func user(named name: String) async throws -> User {
        try await read { reader, _ in
            guard let user = try reader.user(named: name) else {
                throw TimelineError.userNotFound(name)
            }
            return user
        }
    }

    /// Whether nobody is shown under a name.
    public func isFree(_ name: Username) async throws -> Bool {
        try await read { reader, _ in try reader.user(named: name.text) == nil }
    }

    /// A user's profile as the reader sees it.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``.
    public func profile(of user: User.ID) async throws -> ProfileView {
        try await read { try $0.requireProfile(of: user, for: $1) }
    }

    /// One page of users, by the name shown.
    public func users(_ query: UserQuery = UserQuery()) async throws -> [User] {
        try await read { reader, _ in try reader.users(query) }
    }
}

extension UserSession {
    /// The session's user.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func user() async throws -> User {
        try await read { reader, _ in try reader.requireUser(userID) }
    }

    /// The profile of the session's user.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func profile() async throws -> ProfileView { try await profile(of: userID) }

    /// Sets fields of one's own profile; a rename keeps everything.
    ///
    /// - Parameters:
    ///   - update: the fields to set or to clear; ``ProfileUpdate/avatar`` is taken from `avatar` instead when
    ///     that is given, and is else a photo that the user shares already.
    ///   - avatar: the user's new picture.
    /// - Returns: the profile after the commit.
    /// - Throws: ``TimelineError/usernameTaken(_:)``, ``TimelineError/photoRefused(_:name:)``,
    ///   ``TimelineError/photoNotFound(_:)``, the error of a value that is not allowed.
    @discardableResult
    public func updateProfile(
        _ update: ProfileUpdate,
        avatar: PhotoFile? = nil
    ) async throws -> ProfileView {
        var update = update
        let files = [avatar].compactMap(\.self)
        if let photo = try await engine.inspected(files).first { update.avatar = .set(photo) }
        _ = try await change(keeping: files) { [update] reader, user in
            var update = update
            if files.isEmpty, case .set(let photo) = update.avatar {
                try reader.requirePhoto(photo.blob, of: user)
            }
            if let name = update.username {
                try reader.requireVacant(name, for: user)
                // Claimed again, the name would be the younger claim of two.
                if try reader.user(user)?.username == name.text { update.username = nil }
            }
            return update == ProfileUpdate() ? nil : .profileUpdated(update)
        }
        return try await readBack { try $0.requireProfile(of: userID, for: userID) }
    }
}

extension SocialReader {
    /// The user with an identifier, who has to be there.
    func requireUser(_ id: User.ID) throws -> User {
        guard let user = try user(id) else { throw TimelineError.userNotFound(id.description) }
        return user
    }

    /// The profile of a user, who has to be there, as `viewer` sees it.
    func requireProfile(of id: User.ID, for viewer: User.ID?) throws -> ProfileView {
        guard let profile = try profile(of: id, for: viewer) else {
            throw TimelineError.userNotFound(id.description)
        }
        return profile
    }

    /// Refuses a name that somebody but `user` holds.
    func requireVacant(_ name: Username, for user: User.ID) throws {
        guard let holder = try self.user(named: name.text), holder.id != user else { return }
        throw TimelineError.usernameTaken(name.text)
    }
}
