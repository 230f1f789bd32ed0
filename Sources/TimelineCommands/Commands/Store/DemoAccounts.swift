import TimelineCore

/// The accounts of the demo users.
///
/// Their emails are `<username>@timeline.example`, and they all share one public password.
enum DemoAccounts {
    /// The password of all demo users.
    static let password = "carbonite-at-dawn"

    /// The username of the user that `timeline demo` logs in.
    static let guest = "hansolo"

    /// Returns the email of a demo user.
    ///
    /// The domain is reserved for examples (RFC 2606).
    static func email(of username: String) -> String { "\(username)@timeline.example" }

    /// Creates an account for each user that has none, two at a time, because each needs two hashes.
    ///
    /// - Parameters:
    ///   - users: The users.
    ///   - owner: The store, with the rights of its owner.
    ///   - progress: The progress, which is updated for each pair of users.
    /// - Throws: A ``TimelineError`` if the store cannot be read or written.
    static func create(
        for users: [User],
        in owner: StoreOwner,
        progress: Progress
    ) async throws {
        for index in stride(from: 0, to: users.count, by: 2) {
            progress.update(index, of: users.count)
            async let first: Void = create(for: users[index], in: owner)
            if index + 1 < users.count { try await create(for: users[index + 1], in: owner) }
            try await first
        }
    }

    private static func create(for user: User, in owner: StoreOwner) async throws {
        guard try await !owner.hasAccount(user.id) else { return }
        do {
            try await owner.claim(
                user.username,
                email: email(of: user.username),
                password: Password(password)
            )
        } catch TimelineError.emailTaken, TimelineError.userHasAccount,
            TimelineError.userNotImported
        {
            // Another user has this email, or another process has just created the account.
        }
    }
}
