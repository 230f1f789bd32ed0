import TimelineArgon2
import TimelineCore

extension StoreOwner {
    /// Opens a repository for benchmarks that need no photo files.
    static func reading(_ repository: any Repository) -> StoreOwner {
        StoreOwner(
            repository: repository,
            blobs: InMemoryBlobStore(),
            hasher: Argon2Hasher()
        )
    }

    /// Logs in a reader, so that each read checks the session as it would on a server.
    func session(of reader: Reader) async throws -> UserSession {
        try await guest.logIn(
            email: email(of: reader),
            password: Password(Reader.password),
            label: "benchmark"
        )
        .session
    }

    /// Returns the email of a reader's account and creates the account if necessary.
    func email(of reader: Reader) async throws -> String {
        let user = try await guest.user(withUsername: reader.username)
        if try await !hasAccount(user.id) {
            try await claim(
                reader.username,
                email: "\(reader.username)@example.com",
                password: Password(Reader.password)
            )
        }
        return try await email(of: user).text
    }
}
