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
