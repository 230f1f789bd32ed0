import Foundation

extension UserSession {
    /// Returns a code with which an app can receive a session of this user, once.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` if this session has ended or is that of an app, or a
    ///   storage error.
    package func authorizationCode(for grant: AuthorizationGrant) async throws -> String {
        guard case .session(let session) = credential else { throw TimelineError.notLoggedIn }
        let code = Session.Token(environment: engine.environment).urlText
        let now = engine.environment.now()
        try await writeAccounts { accounts, _ in
            try accounts.deleteStaleCodes(after: code, at: now)
            try accounts.save(
                StoredCode(grant: grant, date: now, state: .fresh(session)),
                for: code
            )
        }
        return code
    }
}

extension Guest {
    /// Exchanges a code for a session of the user who has allowed it.
    ///
    /// A code that is presented again ends the session that was started with it: one of the two apps
    /// has stolen it.
    ///
    /// - Parameters:
    ///   - exchange: The code, and what proves that the app has asked for it.
    ///   - app: The app.
    /// - Returns: The secret token of the session and the grant, or `nil` if the code is not valid.
    /// - Throws: ``TimelineError/notLoggedIn`` if the user's session has ended,
    ///   ``TimelineError/userHasNoAccount(_:)``, or a storage error.
    package func exchange(
        _ exchange: CodeExchange,
        for app: RegisteredApp
    ) async throws -> (token: Session.Token, grant: AuthorizationGrant)? {
        let token = Session.Token(environment: engine.environment)
        let now = engine.environment.now()
        let grant = try await engine.writes.run { [engine] in
            try engine.repository.writeAccounts { social, accounts -> AuthorizationGrant? in
                guard var stored = try accounts.authorizationCode(exchange.code),
                    stored.isValid(at: now)
                else {
                    return nil
                }
                let grant = stored.grant
                switch stored.state {
                case .spent(let session):
                    if let session { try accounts.deleteSession(session) }
                    return nil
                case .fresh(let session):
                    let isRight =
                        grant.app == app.id && grant.redirectURI == exchange.redirectURI
                        && grant.isAnswered(by: exchange.verifier)
                    stored.state = .spent(isRight ? token.sessionID : nil)
                    try accounts.save(stored, for: exchange.code)
                    guard isRight else { return nil }
                    let user = try Credential.session(session)
                        .requireUser(social, accounts, at: now)
                    try accounts.startAppSession(
                        token,
                        of: user,
                        label: app.name,
                        scopes: grant.scopes,
                        for: app,
                        at: now
                    )
                    return grant
                }
            }
        }
        return grant.map { (token, $0) }
    }
}
