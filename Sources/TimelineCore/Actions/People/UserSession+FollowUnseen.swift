extension UserSession {
    /// Follows a user, even if the store does not contain the user's profile yet.
    ///
    /// Does nothing if the session's user already follows them. The next sync fetches their posts.
    ///
    /// - Parameter user: A user with keys.
    /// - Throws: ``TimelineError/userNotFound(_:)`` if the ID is not that of a user with keys,
    ///   ``TimelineError/selfFollow`` or ``TimelineError/notLoggedIn``.
    package func followUnseen(_ user: User.ID) async throws {
        guard user.isDerivedFromKey else {
            throw TimelineError.userNotFound(user.description)
        }
        try await say { reader, follower in
            let followed = try reader.usersFollowed(by: follower)
            return followed.contains(user) ? nil : .followed(user)
        }
    }
}
