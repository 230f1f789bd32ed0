extension UserSession {
    /// Returns the email that the user logs in with, or `nil` if the user has no account.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func email() async throws -> EmailAddress? {
        try await read { _, accounts, user in try accounts.account(of: user)?.email }
    }

    /// Verifies the user's password again, for use before an irreversible action.
    ///
    /// A wrong password is recorded as a failed login.
    ///
    /// - Throws: ``TimelineError/wrongOwnPassword``, ``TimelineError/tooManyAttempts(until:)`` or
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
    /// The root key is sealed under the new password, unless it is still sealed under a password
    /// that the store's owner has reset.
    ///
    /// - Parameters:
    ///   - old: The current password.
    ///   - new: The new password.
    /// - Throws: ``TimelineError/wrongOwnPassword``, ``TimelineError/tooManyAttempts(until:)``,
    ///   ``TimelineError/passwordRefused(_:)`` or ``TimelineError/notLoggedIn``.
    public func changePassword(from old: Password, to new: Password) async throws {
        try await verifying(old) { verified -> Void? in
            let account = verified.account
            let name = try await read { reader, _, user in try reader.requireUser(user).username }
            try PasswordPolicy.check(new, username: name, email: account.email)
            let hash = try await engine.hash(new)
            let sealed = try await resealedRoot(from: old, to: new)
            return try await writeAccounts { accounts, user in
                guard let current = try verified.current(accounts) else { return nil }
                try accounts.save(current.with(passwordHash: hash))
                if let sealed, var keys = try accounts.keys(of: user) {
                    keys.root = sealed
                    try accounts.setKeys(keys, of: user)
                }
                try accounts.deleteSessions(of: user, except: id)
                try accounts.clearFailures(for: current.email)
            }
        }
    }

    /// Deletes the user, their account, and everything they posted, wrote, liked and followed.
    ///
    /// The root key signs a record that the user has deleted their account, and is then deleted.
    /// The device keys stay, so that syncs can inform the user's other devices and followers.
    ///
    /// - Throws: ``TimelineError/wrongOwnPassword``, ``TimelineError/tooManyAttempts(until:)``,
    ///   ``TimelineError/rootKeySealed`` if the password was reset, or
    ///   ``TimelineError/notLoggedIn``.
    public func deleteAccount(password: Password) async throws {
        try await verifying(password) { verified -> Void? in
            guard let opened = try await openKeys(of: verified, with: password) else { return nil }
            let blobs = try await read { reader, accounts, user in
                let drafts = try accounts.drafts(of: user, reader)
                let uploads = try accounts.uploads(of: user)
                return try reader.blobs(of: user, accounts) + drafts.flatMap(\.blobs)
                    + uploads.flatMap(\.photo.blobs)
            }
            return try await engine.removing(blobs) { () -> Void? in
                let changes = try engine.repository.apply { social, accounts in
                    guard try verified.current(accounts) != nil else { return .empty }
                    let user = try requireUser(social, accounts)
                    var minter = try engine.minter(for: user, opened.keys.device, above: social)
                    try minter.add(.accountDeleted, signedByRoot: opened.root)
                    try accounts.removeDrafts(of: user)
                    try accounts.deleteRootKey(of: user)
                    try accounts.removeAccount(of: user)
                    return try minter.batch()
                }
                guard !changes.isEmpty else { return nil }
                // If it fails, the next deletion or check completes the purge.
                try? engine.purgeDeletedAccounts()
                return ()
            }
        }
    }

    /// Opens the user's keys with a verified password.
    ///
    /// - Returns: The keys and the root key, or `nil` if the password, and with it the seal of the
    ///   root key, has changed in the meantime.
    /// - Throws: ``TimelineError/rootKeySealed`` if the root key is sealed under a different
    ///   password, or ``TimelineError/notLoggedIn`` if the user has deleted their account in the
    ///   meantime.
    func openKeys(
        of verified: VerifiedAccount,
        with password: Password
    ) async throws -> (keys: UserKeys, root: SigningKey)? {
        let (isCurrent, stored) = try await read { _, accounts, user in
            (try verified.current(accounts) != nil, try accounts.keys(of: user))
        }
        guard isCurrent else { return nil }
        guard let keys = stored else { throw TimelineError.notLoggedIn }
        guard let root = try await engine.openRoot(of: userID, keys.root, with: password) else {
            throw TimelineError.rootKeySealed
        }
        return (keys, root)
    }

    /// Returns the root key sealed under a new password, or `nil` if the user has no keys or the
    /// old password does not open the key.
    private func resealedRoot(
        from old: Password,
        to new: Password
    ) async throws -> SealedRootKey? {
        let keys = try await read { _, accounts, user in try accounts.keys(of: user) }
        guard let keys, let root = try await engine.openRoot(of: userID, keys.root, with: old)
        else { return nil }
        return try await engine.seal(root, under: new)
    }

    /// Verifies the user's password, then calls `commit`, which uses the result in a transaction.
    func verifying<Result: Sendable>(
        _ password: Password,
        _ commit: @escaping @Sendable (VerifiedAccount) async throws -> Result?
    ) async throws -> Result {
        guard let email = try await email() else { throw TimelineError.notLoggedIn }
        do {
            return try await engine.verifying(password, email: email, commit)
        } catch TimelineError.wrongPassword {
            throw TimelineError.wrongOwnPassword
        }
    }
}

extension UserSession {
    /// Verifies the password, opens the root key, and applies the statements that it signs.
    ///
    /// - Parameters:
    ///   - password: The user's password.
    ///   - draft: Returns the statements, and may write private data in the same transaction. It may
    ///     run more than once.
    /// - Returns: The root key.
    /// - Throws: ``TimelineError/wrongOwnPassword``, ``TimelineError/tooManyAttempts(until:)``,
    ///   ``TimelineError/rootKeySealed`` if the password was reset,
    ///   ``TimelineError/notLoggedIn``, or any error thrown by `draft`.
    @discardableResult
    package func signingByRoot(
        password: Password,
        _ draft:
            @escaping @Sendable (any SocialReader, any AccountWriter, SigningKey) throws ->
            [RecordContent]
    ) async throws -> SigningKey {
        try await verifying(password) { verified in
            guard let (keys, root) = try await openKeys(of: verified, with: password) else {
                return nil
            }
            return try await engine.writes.run {
                var isCurrent = false
                try engine.repository.apply { social, accounts in
                    isCurrent = try verified.current(accounts) != nil
                    guard isCurrent else { return .empty }
                    let user = try requireUser(social, accounts)
                    var minter = try engine.minter(for: user, keys.device, above: social)
                    for content in try draft(social, accounts, root) {
                        try minter.add(content, signedByRoot: root)
                    }
                    return try minter.batch()
                }
                return isCurrent ? root : nil
            }
        }
    }
}

extension UserSession {
    /// Returns the user's active sessions, most recently used first.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func sessions() async throws -> [Session] {
        let now = engine.environment.now()
        return try await read { _, accounts, user in
            try accounts.sessions(of: user).filter { !$0.hasEnded(at: now) }
        }
    }

    /// Ends one of the user's sessions, ignoring sessions of other users.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func revoke(_ session: Session.ID) async throws {
        try await writeAccounts { accounts, user in
            guard try accounts.session(session)?.user == user else { return }
            try accounts.deleteSession(session)
        }
    }

    /// Ends all of the user's sessions except this one.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func revokeOtherSessions() async throws {
        try await writeAccounts { try $0.deleteSessions(of: $1, except: id) }
    }

    /// Ends all of the user's sessions, including this one.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func revokeAllSessions() async throws {
        try await writeAccounts { try $0.deleteSessions(of: $1, except: nil) }
    }

    /// Ends this session, or does nothing if it has already ended.
    ///
    /// - Throws: A storage error, or ``TimelineError/busy`` if too many writes are queued. In
    ///   either case, the session has not ended.
    public func logOut() async throws {
        guard let id else { return }
        try await engine.writes.run {
            try engine.repository.writeAccounts { accounts in try accounts.deleteSession(id) }
        }
    }
}
