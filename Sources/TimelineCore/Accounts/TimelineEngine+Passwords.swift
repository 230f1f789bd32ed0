import Foundation

/// An account whose password was verified, and the hash that was verified.
struct VerifiedAccount: Sendable {
    /// The account as it was read.
    let account: Account
    /// A hash of the same password with the current parameters, where the stored one is weaker.
    let rehash: String?

    /// The account as it is now, if the password that was verified is still its password.
    func current(_ accounts: any AccountReader) throws -> Account? {
        let current = try accounts.account(of: account.user)
        return current?.passwordHash == account.passwordHash ? current : nil
    }
}

extension TimelineEngine {
    /// Verifies a password until `commit` has used it in a transaction.
    ///
    /// The password may change while it is hashed. `commit` then returns `nil`, and the password is
    /// verified against the new hash.
    ///
    /// - Throws: ``TimelineError/wrongPassword``, ``TimelineError/tooManyAttempts(until:)``;
    ///   `CancellationError`; the error of `commit`.
    func verifying<Answer: Sendable>(
        _ password: Password,
        email: EmailAddress,
        _ commit: @escaping @Sendable (VerifiedAccount) async throws -> Answer?
    ) async throws -> Answer {
        while true {
            let verified = try await verify(password, email: email)
            try Task.checkCancellation()
            if let answer = try await commit(verified) { return answer }
        }
    }

    /// Verifies a password, and notes a failure when it is wrong.
    ///
    /// An email without an account costs the same one hash as a wrong password. The throttle is checked and the
    /// failure noted in the hashing lane, so attempts made at the same time are not free, and logins in
    /// flight are not failures.
    private func verify(_ password: Password, email: EmailAddress) async throws -> VerifiedAccount {
        try await hashes.run { [self] in
            let account = try repository.readAccounts { accounts in
                try accounts.failures(for: email).checkTry(at: environment.now())
                return try accounts.account(email: email)
            }
            guard let account, try isRight(password, for: account) else {
                if account == nil { _ = try hasher.hash(Password("nobody's password")) }
                try noteFailure(for: email)
                throw TimelineError.wrongPassword
            }
            let isWeak = hasher.needsRehash(account.passwordHash)
            return VerifiedAccount(
                account: account,
                rehash: isWeak ? try hasher.hash(password) : nil
            )
        }
    }

    private func isRight(_ password: Password, for account: Account) throws -> Bool {
        guard password.isHashable else {
            // Nobody can have this password; it costs the same as a wrong one.
            _ = try hasher.hash(Password("nobody's password"))
            return false
        }
        return try hasher.verify(password, against: account.passwordHash)
    }

    private func noteFailure(for email: EmailAddress) throws {
        let now = environment.now()
        try repository.writeAccounts { accounts in
            try accounts.deleteFailures(
                upTo: now - LoginFailures.memory,
                after: now + Change.tolerance
            )
            try accounts.setFailures(accounts.failures(for: email).adding(at: now), for: email)
        }
    }

    func hash(_ password: Password) async throws -> String {
        try await hashes.run { [hasher] in try hasher.hash(password) }
    }
}

extension AccountWriter {
    /// Resets the failures of an email after a right password.
    func clearFailures(for email: EmailAddress) throws {
        if try failures(for: email) != .none { try setFailures(.none, for: email) }
    }
}
