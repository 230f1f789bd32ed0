import TimelineCore

/// The accounts of the demo's users: `<username>@timeline.example`, all with one public password.
enum DemoAccounts {
    /// The password of every demo user.
    static let password = "carbonite-at-dawn"

    /// The user that `timeline demo` logs in.
    static let guest = "hansolo"

    /// Returns the email of a demo user; the domain is reserved for examples (RFC 2606).
    static func email(of username: String) -> String { "\(username)@timeline.example" }

    /// Creates an account for each of the users without one.
    ///
    /// - Parameters:
    ///   - users: the users.
    ///   - owner: the store.
    ///   - progress: receives the number of users done.
    /// - Throws: ``TimelineError`` of the store.
    static func create(
        for users: [User],
        in owner: StoreOwner,
        progress: Progress
    ) async throws {
        for (index, user) in users.enumerated() {
            progress.update(index, of: users.count)
            guard try await !owner.hasAccount(user.id) else { continue }
            do {
                try await owner.claim(
                    user.username,
                    email: email(of: user.username),
                    password: Password(password)
                )
            } catch TimelineError.emailTaken, TimelineError.userHasAccount {
                // Another user signed up with this address, or another process was faster.
                continue
            }
        }
    }
}
