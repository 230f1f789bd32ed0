extension Guest {
    /// Creates a user with an account and logs in, in one transaction.
    ///
    /// - Parameters:
    ///   - form: the account and the first profile.
    ///   - label: the program and device, shown in the user's list of sessions.
    /// - Returns: the user, the session and its token.
    /// - Throws: ``TimelineError/invalidUsername(_:)``, ``TimelineError/invalidEmail(_:)``,
    ///   ``TimelineError/passwordRefused(_:)``, ``TimelineError/usernameTaken(_:)``,
    ///   ``TimelineError/emailTaken``, the error of another invalid value, or a failure of storage.
    ///   Then nothing was written.
    public func signUp(_ form: SignUp, label: String) async throws -> Login {
        let name = try Username(form.username)
        let profile = form.profile(named: name)
        let id = User.ID(engine.environment.makeUUID())
        try await read { reader, _ in try reader.requireAvailable(name, for: id) }
        let account = try await engine.newAccount(
            of: id,
            username: form.username,
            email: form.email,
            password: form.password
        )
        try Task.checkCancellation()
        let token = Session.Token(environment: engine.environment)
        return try await engine.writes.run {
            var login: Login?
            try engine.repository.apply { social, accounts in
                try social.requireAvailable(name, for: id)
                try accounts.insert(account)
                login = try engine.logIn(of: form.user(id, named: name), token, accounts, label)
                return try engine.mint([.profileUpdated(profile)], by: id, above: social)
            }
            guard let login else { throw TimelineError.notLoggedIn }
            return login
        }
    }
}

extension TimelineEngine {
    /// Creates an account value, after checking the email and the password, and hashes the
    /// password.
    ///
    /// - Throws: ``TimelineError/invalidEmail(_:)``, ``TimelineError/passwordRefused(_:)``,
    ///   ``TimelineError/emailTaken``.
    func newAccount(
        of user: User.ID,
        username: String,
        email: String,
        password: Password
    ) async throws -> Account {
        let email = try EmailAddress(email)
        try PasswordPolicy.check(password, username: username, email: email)
        guard try await isAvailable(email) else { throw TimelineError.emailTaken }
        return Account(
            user: user,
            email: email,
            passwordHash: try await hash(password),
            createdAt: environment.now()
        )
    }

    /// Whether no account has this email.
    func isAvailable(_ email: EmailAddress) async throws -> Bool {
        try await reads.run { [repository] in
            try repository.readAccounts { try $0.account(email: email) == nil }
        }
    }
}
