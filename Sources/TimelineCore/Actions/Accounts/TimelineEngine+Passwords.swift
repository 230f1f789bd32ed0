package import Foundation

/// An account for which a password has been verified.
struct VerifiedAccount: Sendable {
    /// The account, as it was during the verification.
    let account: Account
    /// A new hash to replace a stored hash with weak parameters, or `nil` if no replacement is
    /// needed.
    let rehash: String?

    /// Returns the current account, or `nil` if its password has changed since it was verified.
    func current(_ accounts: any AccountReader) throws -> Account? {
        let current = try accounts.account(of: account.user)
        return current?.passwordHash == account.passwordHash ? current : nil
    }
}

extension TimelineEngine {
    /// Verifies a password, then calls `commit`, which uses the result in a transaction.
    ///
    /// If the account's password changes during the verification, `commit` returns `nil` and the
    /// password is verified again, against the new hash.
    ///
    /// - Throws: ``TimelineError/wrongPassword``, ``TimelineError/tooManyAttempts(until:)``,
    ///   `CancellationError`, or any error thrown by `commit`.
    func verifying<Result: Sendable>(
        _ password: Password,
        email: EmailAddress,
        _ commit: @escaping @Sendable (VerifiedAccount) async throws -> Result?
    ) async throws -> Result {
        while true {
            let verified = try await verify(password, email: email)
            try Task.checkCancellation()
            if let answer = try await commit(verified) { return answer }
        }
    }

    /// Verifies a password, and records a failed login if the password is wrong.
    ///
    /// For an unknown email, one hash is computed, just as for a wrong password. The executor for
    /// password hashing also checks the delay and records the failure. Concurrent attempts
    /// therefore cannot bypass the delay, and logins in progress are not counted as failures.
    ///
    /// While the store is locked, the failure waits in the executor for writes, so that it does not
    /// delay the verification of other passwords. The caller learns the result only after the
    /// failure has been recorded.
    private func verify(_ password: Password, email: EmailAddress) async throws -> VerifiedAccount {
        let verified: VerifiedAccount? = try await hashes.run { [self] in
            let account = try repository.read { _, accounts in
                try accounts.failures(for: email).checkTry(at: environment.now())
                return try accounts.account(email: email)
            }
            guard let account, try isRight(password, for: account) else {
                if account == nil { _ = try hasher.hash(Password("placeholder")) }
                let isNoted = try repository.writeAccountsIfPossible { _, accounts in
                    try addFailure(for: email, accounts)
                }
                if isNoted { throw TimelineError.wrongPassword }
                return nil
            }
            let isWeak = hasher.needsRehash(account.passwordHash)
            return VerifiedAccount(
                account: account,
                rehash: isWeak ? try hasher.hash(password) : nil
            )
        }
        if let verified { return verified }
        try await writes.run { [self] in
            try repository.writeAccounts { try addFailure(for: email, $0) }
        }
        throw TimelineError.wrongPassword
    }

    private func isRight(_ password: Password, for account: Account) throws -> Bool {
        guard password.isHashable else {
            // No account can have such a long password. Hash a placeholder, so that the check takes
            // as long as for any other wrong password.
            _ = try hasher.hash(Password("placeholder"))
            return false
        }
        return try hasher.verify(password, against: account.passwordHash)
    }

    private func addFailure(for email: EmailAddress, _ accounts: any AccountWriter) throws {
        let now = environment.now()
        try accounts.deleteStaleFailures(after: email, at: now)
        try accounts.setFailures(accounts.failures(for: email).adding(at: now), for: email)
    }

    /// Adds a failed login to the record for an address, after dropping what is too old.
    ///
    /// - Parameters:
    ///   - address: The IP address or network.
    ///   - lifetime: The time after which earlier failures do not count, in seconds.
    /// - Throws: A storage error.
    func addFailure(fromAddress address: String, countingFor lifetime: TimeInterval) async throws {
        let now = environment.now()
        try await writes.run { [self] in
            try repository.writeAccounts { accounts in
                var failures = try accounts.failures(fromAddress: address)
                if now.timeIntervalSince(failures.last) > lifetime { failures = .none }
                try accounts.setFailures(failures.adding(at: now), fromAddress: address)
            }
        }
    }

    /// Hashes a password on the executor for password hashing.
    func hash(_ password: Password) async throws -> String {
        try await hashes.run { [hasher] in try hasher.hash(password) }
    }
}

extension TimelineEngine {
    /// Replaces a user's device key if another device signs with it, or if it has been revoked.
    ///
    /// Every record that this store holds stays valid. All others that the old key has signed or will
    /// sign are ignored.
    ///
    /// - Returns: Whether the store has a new device key.
    /// - Throws: A storage error.
    func replacingReusedDeviceKey(
        of user: User.ID,
        under password: Password
    ) async throws -> Bool {
        let (keys, isRevoked) = try await reads.run { [repository] in
            try repository.read { social, accounts -> (UserKeys?, Bool) in
                guard let keys = try accounts.keys(of: user) else { return (nil, false) }
                let isRevoked = try social.isRevoked(keys.device.id, of: user)
                let isReplaced =
                    try isRevoked || accounts.isDeviceKey(of: user, marked: .revoked)
                    || accounts.isDeviceKey(of: user, marked: .reused)
                return (isReplaced ? keys : nil, isRevoked)
            }
        }
        guard let keys, let root = try await openRoot(of: user, keys.root, with: password) else {
            return false
        }
        let device = try await newDevice(root: root, password: password)
        var new = device.keys
        new.isExported = keys.isExported
        return try await writes.run { [repository, environment, new] in
            var isReplaced = false
            try repository.apply { social, accounts in
                isReplaced = try accounts.keys(of: user)?.device.id == keys.device.id
                guard isReplaced else { return .empty }
                let last = try social.newestStamp(of: user)
                var minter = try RecordMinter(
                    key: new.device,
                    author: user,
                    above: social,
                    environment
                )
                try minter.add(.keyAdded(device.certificate), signedByRoot: root)
                if !isRevoked {
                    var random = EnvironmentRandom(environment: environment)
                    let parts = KeyRevocation.parts(
                        of: keys.device.id,
                        last: last,
                        listing: try social.records(signedBy: keys.device.id, of: user)
                            .map(\.id),
                        using: &random
                    )
                    for part in parts { try minter.add(.keyRevoked(part), signedByRoot: root) }
                }
                try accounts.setKeys(new, of: user)
                return try minter.batch()
            }
            return isReplaced
        }
    }
}

extension Guest {
    /// Returns the record of failed logins from an IP address or network, at all servers of the store.
    package func failures(fromAddress address: String) async throws -> LoginFailures {
        try await engine.read { try $1.failures(fromAddress: address) }
    }

    /// Adds a failed login to the record for an address, after dropping what is too old.
    ///
    /// - Parameters:
    ///   - address: The IP address or network.
    ///   - lifetime: The time after which earlier failures do not count, in seconds.
    /// - Throws: A storage error.
    package func addFailure(
        fromAddress address: String,
        countingFor lifetime: TimeInterval
    ) async throws {
        try await engine.addFailure(fromAddress: address, countingFor: lifetime)
    }
}
