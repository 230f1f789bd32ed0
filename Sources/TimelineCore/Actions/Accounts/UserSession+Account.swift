extension UserSession {
    /// Returns the email that the user logs in with, or `nil` if the user has no account.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func email() async throws -> EmailAddress? {
        try await readAccounts { _, accounts, user in try accounts.account(of: user)?.email }
    }

    /// Verifies the user's password again, for use before an irreversible action.
    ///
    /// A wrong password is recorded as a failed login.
    ///
    /// - Throws: ``TimelineError/wrongPassword``, ``TimelineError/tooManyAttempts(until:)`` or
    ///   ``TimelineError/notLoggedIn``.
    public func verify(_ password: Password) async throws {
        try await verifying(password) { verified in
            try await writeAccounts { accounts, _ in
                try verified.current(accounts)
                    .map { try accounts.clearFailures(for: $0.email) }
            }
        }
    }

    /// Sets a new password and ends the user's other sessions.
    ///
    /// - Parameters:
    ///   - old: The current password.
    ///   - new: The new password.
    /// - Throws: ``TimelineError/wrongPassword``, ``TimelineError/tooManyAttempts(until:)``,
    ///   ``TimelineError/passwordRefused(_:)`` or ``TimelineError/notLoggedIn``.
    public func changePassword(from old: Password, to new: Password) async throws {
        try await verifying(old) { verified -> Void? in
            let account = verified.account
            let name = try await read { reader, _ in try reader.requireUser(account.user).username }
            try PasswordPolicy.check(new, username: name, email: account.email)
            let hash = try await engine.hash(new)
            return try await writeAccounts { accounts, user in
                guard let current = try verified.current(accounts) else { return nil }
                try accounts.update(current.with(passwordHash: hash))
                try accounts.deleteSessions(of: user, except: id)
                try accounts.clearFailures(for: current.email)
            }
        }
    }

    /// Deletes the user, their account, and everything they posted, wrote, liked and followed.
    ///
    /// - Throws: ``TimelineError/wrongPassword``, ``TimelineError/tooManyAttempts(until:)`` or
    ///   ``TimelineError/notLoggedIn``.
    public func deleteAccount(password: Password) async throws {
        try await verifying(password) { verified in
            let blobs = try await readAll { reader, accounts, _ in
                try reader.blobs(of: verified.account.user, accounts)
            }
            return try await engine.removing(blobs) { () -> Void? in
                let changes = try engine.repository.apply { social, accounts in
                    guard try verified.current(accounts) != nil else { return .empty }
                    let batch = try drafted(social, accounts) { _, _ in .profileRemoved }
                    try accounts.deleteAccount(of: verified.account.user)
                    return batch
                }
                guard !changes.isEmpty else { return nil }
                try? engine.purgeRemovedUsers()  // The next removal or check completes the purge.
                return ()
            }
        }
    }

    /// Verifies the user's password, then calls `commit`, which uses the result in a transaction.
    private func verifying<Answer: Sendable>(
        _ password: Password,
        _ commit: @escaping @Sendable (VerifiedAccount) async throws -> Answer?
    ) async throws -> Answer {
        guard let email = try await email() else { throw TimelineError.notLoggedIn }
        return try await engine.verifying(password, email: email, commit)
    }
}
