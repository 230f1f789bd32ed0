extension StoreOwner {
    /// Creates an account for a person: a user without one, who has arrived by an import.
    ///
    /// The person keeps their ID, their keys, and everything that they have said. The root key is
    /// sealed under the password, and the unsealed keys are erased.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``, ``TimelineError/userHasAccount(_:)``,
    ///   ``TimelineError/userNotImported(_:)`` if the user's keys are not in this store,
    ///   ``TimelineError/invalidEmail(_:)``, ``TimelineError/passwordRefused(_:)`` or
    ///   ``TimelineError/emailTaken``.
    public func claim(_ username: String, email: String, password: Password) async throws {
        let user = try await guest.user(withUsername: username)
        guard try await !hasAccount(user.id) else {
            throw TimelineError.userHasAccount(user.username)
        }
        let person = try await engine.read { try $1.person(user.id) }
        guard let person else { throw TimelineError.userNotImported(user.username) }
        let account = try await engine.newAccount(
            of: user.id,
            username: user.username,
            email: email,
            password: password
        )
        let keys = UserKeys(
            root: try await engine.seal(person.root, under: password),
            device: person.device,
            box: person.box,
            isExported: false
        )
        try await engine.writes.run { [engine] in
            try engine.repository.writeAccounts { social, accounts in
                guard try social.user(user.id) != nil else {
                    throw TimelineError.userNotFound(username)
                }
                try accounts.insert(account)
                try accounts.setKeys(keys, of: user.id)
                try accounts.removePersonKeys(of: user.id)
            }
        }
    }

    /// Resets a forgotten password and ends all of the user's sessions.
    ///
    /// The user's next login reports the reset in ``Login/passwordResetAt``.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``, ``TimelineError/userHasNoAccount(_:)`` or
    ///   ``TimelineError/passwordRefused(_:)``.
    public func resetPassword(of username: String, to new: Password) async throws {
        let user = try await guest.user(withUsername: username)
        try PasswordPolicy.check(
            new,
            username: user.username,
            email: try await account(of: user).email
        )
        let hash = try await engine.hash(new)
        try await engine.writes.run { [engine] in
            let now = engine.environment.now()
            try engine.repository.writeAccounts { accounts in
                guard let account = try accounts.account(of: user.id) else {
                    throw TimelineError.userHasNoAccount(user.username)
                }
                try accounts.save(account.with(passwordHash: hash, resetAt: now))
                try accounts.deleteSessions(of: user.id, except: nil)
                try accounts.clearFailures(for: account.email)
            }
        }
    }

    /// Returns the email of a user's account.
    ///
    /// - Throws: ``TimelineError/userHasNoAccount(_:)``.
    public func email(of user: User) async throws -> EmailAddress {
        try await account(of: user).email
    }

    /// Returns whether a user has an account in this store.
    ///
    /// Imported users have no account until they are claimed.
    ///
    /// - Throws: A storage error, or ``TimelineError/busy`` if too many reads are queued.
    public func hasAccount(_ user: User.ID) async throws -> Bool {
        try await engine.reads.run { [engine] in
            try engine.repository.read { try $1.account(of: user) != nil }
        }
    }

    /// Returns whether no account has the given email.
    ///
    /// - Throws: A storage error, or ``TimelineError/busy`` if too many reads are queued.
    public func isAvailable(_ email: EmailAddress) async throws -> Bool {
        try await engine.isAvailable(email)
    }

    private func account(of user: User) async throws -> Account {
        try await engine.reads.run { [engine] in
            guard let account = try engine.repository.read({ try $1.account(of: user.id) })
            else { throw TimelineError.userHasNoAccount(user.username) }
            return account
        }
    }
}
