extension TimelineEngine {
    /// The user shown under a name, with or without `@`, compared without case.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``.
    public func user(named name: String) async throws -> User {
        try await read { reader in
            guard let user = try reader.user(named: name) else {
                throw TimelineError.userNotFound(name)
            }
            return user
        }
    }

    /// Whether nobody is shown under a name.
    public func isFree(_ name: Username) async throws -> Bool {
        try await read { try $0.user(named: name.text) == nil }
    }

    /// A user's profile as `viewer` sees it.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``.
    public func profile(of user: User.ID, for viewer: User.ID?) async throws -> ProfileView {
        try await read { try $0.requireProfile(of: user, for: viewer) }
    }

    /// One page of users, by the name shown.
    public func users(_ query: UserQuery = UserQuery()) async throws -> [User] {
        try await read { try $0.users(query) }
    }

    /// Sets fields of one's own profile; a rename keeps everything.
    ///
    /// - Parameters:
    ///   - update: the fields to set or to clear; ``ProfileUpdate/avatar`` is taken from `avatar` instead when
    ///     that is given, and is else a photo that the user shares already.
    ///   - avatar: the user's new picture.
    ///   - user: whose profile it is.
    /// - Returns: the profile after the commit.
    /// - Throws: ``TimelineError/usernameTaken(_:)``, ``TimelineError/photoRefused(_:name:)``,
    ///   ``TimelineError/photoNotFound(_:)``, the error of a value that is not allowed.
    @discardableResult
    public func updateProfile(
        _ update: ProfileUpdate,
        avatar: PhotoFile? = nil,
        of user: User.ID
    ) async throws -> ProfileView {
        var update = update
        let files = [avatar].compactMap(\.self)
        if let photo = try await inspected(files).first { update.avatar = .set(photo) }
        let former = try await profile(of: user, for: nil).user.avatar
        _ = try await change(by: user, keeping: files) { [update] reader in
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
        if let former, update.avatar != nil {
            try await removing([former.blob]) {}
        }
        return try await profile(of: user, for: user)
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
