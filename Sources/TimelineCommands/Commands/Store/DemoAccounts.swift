import TimelineCore

/// The accounts of the demo's users: `<username>@timeline.example`, all with one password that the README
/// names, so nothing that matters belongs in them.
enum DemoAccounts {
    /// The password of every demo user.
    static let password = "carbonite-at-dawn"

    /// Whom the demo logs in.
    static let guest = "hansolo"

    /// The address that a demo user logs in with; the domain is reserved for examples (RFC 2606).
    static func email(of username: String) -> String { "\(username)@timeline.example" }

    /// Gives an account to each of these users who has none.
    ///
    /// - Returns: how many got one.
    static func open(
        for users: [User],
        on owner: StoreOwner,
        progress: Progress
    ) async throws -> Int {
        var count = 0
        for (index, user) in users.enumerated() {
            progress.update(index, users.count)
            guard try await !owner.hasAccount(user.id) else { continue }
            do {
                try await owner.claim(
                    user.username,
                    email: email(of: user.username),
                    password: Password(password)
                )
                count += 1
            } catch TimelineError.emailTaken, TimelineError.userHasAccount {
                // Somebody signed up with this address, or another process was faster.
                continue
            }
        }
        return count
    }
}
