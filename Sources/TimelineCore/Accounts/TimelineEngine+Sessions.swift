extension TimelineEngine {
    /// The sessions of a user, the last used first.
    public func sessions(of user: User.ID) async throws -> [Session] {
        try await reads.run { [repository, environment] in
            let now = environment.now()
            return try repository.sessions(of: user).filter { !$0.hasEnded(at: now) }
        }
    }

    /// Ends one session of a user; one that has ended already stays so.
    public func revoke(_ session: Session.ID, of user: User.ID) async throws {
        try await writes.run { [repository] in
            guard try repository.session(session)?.user == user else { return }
            try repository.removeSession(session)
        }
    }

    /// Ends all sessions of a user but one.
    public func revokeSessions(of user: User.ID, except kept: Session.ID? = nil) async throws {
        try await writes.run { [repository] in
            try repository.removeSessions(of: user, except: kept)
        }
    }
}
