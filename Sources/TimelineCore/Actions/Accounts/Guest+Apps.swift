import Foundation

extension Guest {
    /// Registers an app.
    ///
    /// Apps with which nobody logs in are removed after a day, or earlier if there are too many.
    ///
    /// - Returns: The app and its secret, which is not stored.
    /// - Throws: ``TimelineError/invalidText(_:)``, ``TimelineError/invalidRedirect(_:)``, or a
    ///   storage error.
    package func register(
        _ registration: AppRegistration
    ) async throws -> (app: RegisteredApp, secret: String) {
        try registration.validate()
        let secret = Session.Token(environment: engine.environment).urlText
        let app = RegisteredApp(registration, secret: secret, in: engine.environment)
        try await engine.writes.run { [engine] in
            try engine.repository.writeAccounts { try $0.insert(app) }
        }
        return (app, secret)
    }

    /// Returns the app with an ID, or `nil` if none is registered.
    package func app(_ id: String) async throws -> RegisteredApp? {
        try await engine.read { try $1.app(id) }
    }

    /// Opens the session of an app for a call that requires a scope.
    ///
    /// - Parameters:
    ///   - token: The token of the app, not that of a login.
    ///   - scope: The scope, or `nil` if any will do.
    /// - Returns: The session, whose every call checks the scope again.
    /// - Throws: ``TimelineError/notLoggedIn`` if the session has ended or is that of a login, or
    ///   ``TimelineError/scopeMissing(_:)``.
    package func appSession(
        for token: Session.Token,
        requiring scope: String?
    ) async throws -> UserSession {
        try await session(of: bearer(of: token, requiring: scope), token.sessionID)
    }

    /// Returns an authority that acts as the user of an app's token, if its scopes include the
    /// given one.
    func bearer(of token: Session.Token, requiring scope: String?) -> Authority {
        Authority(engine: engine, credential: .app(token.sessionID, requiring: scope))
    }

    /// Logs a user in through an app, which receives a token with the given scopes.
    ///
    /// - Throws: Any error of ``logIn(email:password:label:)``.
    package func logIn(
        email: String,
        password: Password,
        to app: RegisteredApp,
        scopes: AppScopes
    ) async throws -> Session.Token {
        let login = try await logIn(
            email: email,
            password: password,
            label: app.name,
            app: (app.id, scopes)
        )
        try await markUsed(app)
        return login.token
    }

    /// Stores that a user has logged in with an app, so that it stays registered.
    private func markUsed(_ app: RegisteredApp) async throws {
        guard !app.isUsed else { return }
        try await engine.writes.run { [engine] in
            try engine.repository.writeAccounts { try $0.markUsed(app) }
        }
    }
}

extension UserSession {
    /// Returns the name of the app whose session this is, and the app if it is registered.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    package func app() async throws -> (name: String, app: RegisteredApp?) {
        try await read { [id] _, accounts, _ in
            guard let id, let session = try accounts.session(id) else {
                throw TimelineError.notLoggedIn
            }
            return (session.label, try session.app.flatMap(accounts.app))
        }
    }

    /// Makes a token with the given scopes for a script of the user.
    ///
    /// - Throws: ``TimelineError/invalidText(_:)``, or any error of
    ///   ``startAppSession(label:scopes:for:)``.
    package func createToken(name: String, scopes: AppScopes) async throws -> Session.Token {
        try TextField.appName.check(name)
        return try await startAppSession(label: name, scopes: scopes)
    }

    /// Lets an app act for the session's user: starts a session with the given scopes.
    ///
    /// - Parameters:
    ///   - label: The name of the app, for the list of sessions.
    ///   - scopes: What the app may do.
    ///   - app: The app, or `nil` for a token that the user has made themselves.
    /// - Returns: The secret token of the app.
    /// - Throws: ``TimelineError/notLoggedIn`` if this session has ended, also if it is an app's:
    ///   an app cannot make tokens; ``TimelineError/userHasNoAccount(_:)`` or a storage error.
    package func startAppSession(
        label: String,
        scopes: AppScopes,
        for app: RegisteredApp? = nil
    ) async throws -> Session.Token {
        if case .app = credential { throw TimelineError.notLoggedIn }
        let token = Session.Token(environment: engine.environment)
        let now = engine.environment.now()
        try await writeAccounts { accounts, user in
            try accounts.startAppSession(
                token,
                of: user,
                label: label,
                scopes: scopes,
                for: app,
                at: now
            )
        }
        return token
    }
}

extension AccountWriter {
    /// Starts a session of an app, or of a script if `app` is `nil`.
    ///
    /// - Throws: ``TimelineError/userHasNoAccount(_:)`` or a storage error.
    func startAppSession(
        _ token: Session.Token,
        of user: User.ID,
        label: String,
        scopes: AppScopes,
        for app: RegisteredApp?,
        at now: Date
    ) throws {
        guard try account(of: user) != nil else {
            throw TimelineError.userHasNoAccount(user.description)
        }
        try save(
            Session(
                id: token.sessionID,
                user: user,
                createdAt: now,
                lastUsedAt: now,
                label: label,
                scopes: scopes.text,
                app: app?.id
            )
        )
        if let app { try markUsed(app) }
    }
}

extension Guest {
    /// Ends the session of an app, or does nothing if there is none with this token.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - app: The app that ends it.
    /// - Returns: Whether the token is not another app's, or that of a login.
    /// - Throws: A storage error.
    package func revoke(
        _ token: Session.Token,
        by app: RegisteredApp.ID
    ) async throws -> Bool {
        try await engine.writes.run { [engine] in
            try engine.repository.writeAccounts { accounts in
                guard let session = try accounts.session(token.sessionID) else { return true }
                guard session.app == app else { return false }
                try accounts.deleteSession(token.sessionID)
                return true
            }
        }
    }
}
