extension SocialReader {
    /// Returns the user with the given ID, or throws ``TimelineError/userNotFound(_:)``.
    func requireUser(_ id: User.ID) throws -> User {
        guard let user = try user(id) else { throw TimelineError.userNotFound(id.description) }
        return user
    }

    /// Returns a user's profile as `viewer` sees it, or throws ``TimelineError/userNotFound(_:)``.
    func requireProfile(of id: User.ID, for viewer: User.ID?) throws -> ProfileView {
        guard let profile = try profile(of: id, for: viewer) else {
            throw TimelineError.userNotFound(id.description)
        }
        return profile
    }

    /// Throws ``TimelineError/usernameTaken(_:)`` if a user other than `user` holds the username.
    func requireAvailable(_ username: Username, for user: User.ID) throws {
        guard let holder = try self.user(withUsername: username.text), holder.id != user else {
            return
        }
        throw TimelineError.usernameTaken(username.text)
    }
}
