import Foundation

/// An account with a verified password.
struct VerifiedAccount: Sendable {
    /// The account as of the verification.
    let account: Account
    /// A new hash of the password, if the parameters of the stored one are too weak.
    let rehash: String?

    /// The current account; `nil` if its password has changed since the verification.
    func current(_ accounts: any AccountReader) throws -> Account? {
        let current = try accounts.account(of: account.user)
        return current?.passwordHash == account.passwordHash ? current : nil
    }
}

extension TimelineEngine {
    /// Verifies a password, then calls `commit` to use the result in a transaction.
    ///
    /// If the account's password changes during the verification, `commit` returns `nil`, and the
    /// password is verified again, against the new hash.
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

    /// Verifies a password, and records a failure if it is wrong.
    ///
    /// An unknown email costs one hash, the same as a wrong password. The delay is checked and the
    /// failure recorded in the hashing lane, so concurrent attempts cannot avoid the delay, and
    /// logins in progress do not count as failures.
    private func verify(_ password: Password, email: EmailAddress) async throws -> VerifiedAccount {
        try await hashes.run { [self] in
            let account = try repository.readAccounts { accounts in
                try accounts.failures(for: email).checkTry(at: environment.now())
                return try accounts.account(email: email)
            }
            guard let account, try isRight(password, for: account) else {
                if account == nil { _ = try hasher.hash(Password("placeholder")) }
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
            // No account can have this password; it takes as long as a wrong one.
            _ = try hasher.hash(Password("placeholder"))
            return false
        }
        return try hasher.verify(password, against: account.passwordHash)
    }

    private func noteFailure(for email: EmailAddress) throws {
        let now = environment.now()
        try repository.writeAccounts { accounts in
            try accounts.deleteFailures(
                upTo: now - LoginFailures.memory,
                after: now + TimelineEnvironment.clockTolerance
            )
            try accounts.setFailures(accounts.failures(for: email).adding(at: now), for: email)
        }
    }

    /// Hashes a password in the hashing lane.
    func hash(_ password: Password) async throws -> String {
        try await hashes.run { [hasher] in try hasher.hash(password) }
    }
}

extension AccountWriter {
    /// Deletes the failures of an email after a correct password.
    func clearFailures(for email: EmailAddress) throws {
        if try failures(for: email) != .none { try setFailures(.none, for: email) }
    }
}
