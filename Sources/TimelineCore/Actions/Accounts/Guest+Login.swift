public import Foundation

extension Guest {
    /// Logs a user in and starts a session.
    ///
    /// If another device uses this store's device key, for example after a backup was restored
    /// there, the login replaces the key.
    ///
    /// For an unknown email, this method takes as long and throws the same error as for a wrong
    /// password.
    ///
    /// - Parameters:
    ///   - email: The email of the account, as typed by the user.
    ///   - password: The password, as typed by the user.
    ///   - label: A description of the program and device, for the user's list of sessions.
    /// - Returns: The user, the session and the token of the session.
    /// - Throws: ``TimelineError/wrongPassword``, ``TimelineError/tooManyAttempts(until:)``,
    ///   ``TimelineError/invalidEmail(_:)``, or `CancellationError`, in which case no session is
    ///   created.
    public func logIn(email: String, password: Password, label: String) async throws -> Login {
        try await logIn(email: email, password: password, label: label, app: nil)
    }

    /// Logs a user in, with the scopes of an app if the session is to be an app's.
    func logIn(
        email: String,
        password: Password,
        label: String,
        app: (id: RegisteredApp.ID, scopes: AppScopes)?
    ) async throws -> Login {
        try await engine.verifying(password, email: EmailAddress(email)) { verified in
            let user = verified.account.user
            let hasNewKey = try await engine.replacingReusedDeviceKey(of: user, under: password)
            var login = try await startSession(of: verified, label: label, app: app)
            login?.hasNewDeviceKey = hasNewKey
            return login
        }
    }

    /// Opens the session that belongs to the given token.
    ///
    /// The last use of the session is recorded at most once a minute, and not at all if the store
    /// is read-only, full or locked.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` if the session has ended or never existed.
    public func session(for token: Session.Token) async throws -> UserSession {
        try await session(of: bearer(of: token), token.sessionID)
    }

    /// Opens the session with an ID for an authority that uses it.
    func session(of bearer: Authority, _ id: Session.ID) async throws -> UserSession {
        let (user, found) = try await engine.reads.run {
            try bearer.userSnapshot { (_, accounts, user) in (user, try accounts.session(id)) }
        }
        try await noteUse(of: found)
        return UserSession(of: user, credential: bearer.credential, engine: engine)
    }

    /// Returns an authority that acts as the user of a token, if its session has not ended.
    func bearer(of token: Session.Token) -> Authority {
        Authority(engine: engine, credential: .session(token.sessionID))
    }

    /// Records the use of a session that a token has opened, at most once a minute.
    ///
    /// Does nothing if the store is read-only, full or locked.
    func noteUse(of found: Session?) async throws {
        let environment = engine.environment
        let now = environment.now()
        guard let found, found.isStale(at: now) else { return }
        try await engine.writeBestEffort { social, accounts in
            guard let session = try accounts.session(found.id) else { return }
            // If this session was used in the future too, this process's clock may be behind.
            if try session.lastUsedAt <= now && !social.isAhead(of: environment) {
                try accounts.clampSessions(to: now)
            }
            try accounts.save(session.used(at: now))
        }
    }

    /// Inserts a session, or returns `nil` if the password has changed since it was verified.
    private func startSession(
        of verified: VerifiedAccount,
        label: String,
        app: (id: RegisteredApp.ID, scopes: AppScopes)?
    ) async throws -> Login? {
        let token = Session.Token(environment: engine.environment)
        return try await engine.writes.run {
            let now = engine.environment.now()
            return try engine.repository.writeAccounts { social, accounts in
                guard let account = try verified.current(accounts) else { return nil }
                guard let user = try social.user(account.user) else {
                    throw TimelineError.wrongPassword
                }
                try accounts.clearFailures(for: account.email)
                if verified.rehash != nil || account.passwordResetAt != nil {
                    let hash = verified.rehash ?? account.passwordHash
                    try accounts.save(account.with(passwordHash: hash))
                }
                if try !social.isAhead(of: engine.environment) {
                    try accounts.clampSessions(to: now)
                }
                for session in try accounts.sessions(of: nil) where session.hasEnded(at: now) {
                    try accounts.deleteSession(session.id)
                }
                return try engine.logIn(
                    of: user,
                    with: token,
                    in: accounts,
                    label: label,
                    app: app,
                    passwordResetAt: account.passwordResetAt
                )
            }
        }
    }
}

extension TimelineEngine {
    /// Inserts a session inside a transaction, and returns the resulting login.
    func logIn(
        of user: User,
        with token: Session.Token,
        in accounts: any AccountWriter,
        label: String,
        app: (id: RegisteredApp.ID, scopes: AppScopes)? = nil,
        passwordResetAt: Date? = nil
    ) throws -> Login {
        let now = environment.now()
        let id = token.sessionID
        try accounts.save(
            Session(
                id: id,
                user: user.id,
                createdAt: now,
                lastUsedAt: now,
                label: label,
                scopes: app?.scopes.text,
                app: app?.id
            )
        )
        return Login(
            user: user,
            token: token,
            session: UserSession(of: user.id, credential: .session(id), engine: self),
            passwordResetAt: passwordResetAt
        )
    }
}

extension AccountWriter {
    /// Sets the last use to `now` in every session with a later date.
    ///
    /// Later dates can occur if the clock was ahead.
    fileprivate func clampSessions(to now: Date) throws {
        for session in try sessions(of: nil) where session.lastUsedAt > now {
            try save(session.used(at: now))
        }
    }
}

extension SocialReader {
    /// Returns whether the store contains a stamp from the future.
    ///
    /// This process's clock may then be behind. If it corrected the last uses of sessions that are
    /// dated in the future, these sessions would expire too early.
    fileprivate func isAhead(of environment: TimelineEnvironment) throws -> Bool {
        try newestStamp(of: nil) > environment.newestAllowed
    }
}

/// The result of a login or sign-up.
///
/// ```swift
/// let login = try await guest.logIn(email: email, password: password, label: "phone")
/// keychain.store(login.token.text)
/// let page = try await login.session.timeline()
/// ```
public struct Login: Sendable {
    /// The logged-in user.
    public let user: User
    /// The secret token that reopens the session with ``Guest/session(for:)``.
    public let token: Session.Token
    /// The open session.
    public let session: UserSession
    /// The date of a password reset by the store's owner since the last login, or `nil` if there
    /// was none.
    public let passwordResetAt: Date?
    /// Whether this device has received a new key, because another device used the previous one or
    /// because it had been revoked.
    public internal(set) var hasNewDeviceKey = false
}
