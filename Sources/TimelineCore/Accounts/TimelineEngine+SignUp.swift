extension TimelineEngine {
    /// Makes an account with its user, and logs in.
    ///
    /// - Parameters:
    ///   - form: what the new user gives.
    ///   - label: where this log-in is, to tell it from others in a list of sessions.
    /// - Returns: the user and the session's token.
    /// - Throws: ``TimelineError/invalidUsername(_:)``, ``TimelineError/invalidEmail(_:)``,
    ///   ``TimelineError/passwordRefused(_:)``, ``TimelineError/usernameTaken(_:)``, ``TimelineError/emailTaken``, the
    ///   error of another value that is not allowed, or a failure of storage. Then nothing was kept.
    public func signUp(_ form: SignUp, label: String) async throws -> LogIn {
        let name = try Username(form.username)
        let profile = form.profile(named: name)
        let user = User.ID(environment.makeUUID())
        try await read { try $0.requireVacant(name, for: user) }
        let account = try await account(
            of: user,
            named: form.username,
            email: form.email,
            form.password
        )
        try await writes.run { [repository] in
            try repository.add(account) { reader in
                try reader.requireVacant(name, for: user)
                return try mint([.profileUpdated(profile)], by: user, above: reader)
            }
        }
        return try await startSession(of: user, label: label)
    }

    /// Gives an account to a user who came without one, as from an import.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``, ``TimelineError/userHasAccount(_:)``,
    ///   ``TimelineError/invalidEmail(_:)``, ``TimelineError/passwordRefused(_:)``, ``TimelineError/emailTaken``.
    public func claim(
        _ username: String,
        email: String,
        password: Password
    ) async throws {
        let user = try await user(named: username)
        guard try await !hasAccount(user.id) else {
            throw TimelineError.userHasAccount(user.username)
        }
        let account = try await account(
            of: user.id,
            named: user.username,
            email: email,
            password
        )
        try await writes.run { [repository] in
            try repository.add(account) { reader in
                guard try reader.user(user.id) != nil else {
                    throw TimelineError.userNotFound(username)
                }
                return .empty
            }
        }
    }

    /// Whether a user can log in here; others came with an import.
    public func hasAccount(_ user: User.ID) async throws -> Bool {
        try await reads.run { [repository] in try repository.account(of: user) != nil }
    }

    /// Whether no account has an e-mail.
    public func isFree(_ email: EmailAddress) async throws -> Bool {
        try await reads.run { [repository] in try repository.account(email: email) == nil }
    }

    private func account(
        of user: User.ID,
        named username: String,
        email: String,
        _ password: Password
    ) async throws -> Account {
        let email = try EmailAddress(email)
        try PasswordPolicy.check(password, username: username, email: email)
        guard try await isFree(email) else { throw TimelineError.emailTaken }
        return Account(
            user: user,
            email: email,
            passwordHash: try await hash(password),
            createdAt: environment.now()
        )
    }

    func hash(_ password: Password) async throws -> String {
        try await hashes.run { [hasher] in try hasher.hash(password) }
    }
}
