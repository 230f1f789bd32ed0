import Foundation

extension TimelineEngine {
    /// Logs in.
    ///
    /// An e-mail without an account costs the same one hash as a wrong password, and gets the same answer.
    ///
    /// - Parameters:
    ///   - email: the address signed up with, as typed.
    ///   - password: the password, as typed.
    ///   - label: where this log-in is, to tell it from others in a list of sessions.
    /// - Returns: the user and the session's token.
    /// - Throws: ``TimelineError/wrongPassword``, ``TimelineError/tooManyAttempts(until:)``, or
    ///   ``TimelineError/invalidEmail(_:)``.
    public func logIn(email: String, password: Password, label: String) async throws -> LogIn {
        let email = try EmailAddress(email)
        let account = try await reads.run { [repository] in
            try repository.account(email: email)
        }
        try await verify(password, of: account, email: email)
        guard let account else { throw TimelineError.wrongPassword }
        return try await startSession(of: account.user, label: label)
    }

    /// Whose session a token opens.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` when the session has ended, or was never there.
    public func user(for token: Session.Token) async throws -> User {
        let now = environment.now()
        let (user, session) = try await reads.run { [repository] in
            guard let session = try repository.session(token.sessionID), !session.hasEnded(at: now),
                let user = try repository.user(session.user)
            else {
                throw TimelineError.notLoggedIn
            }
            return (user, session)
        }
        if now.timeIntervalSince(session.lastUsedAt) >= Session.touchInterval {
            try await reads.run { [repository] in try repository.touch(session.id, at: now) }
        }
        return user
    }

    /// Ends the session that a token opens, if there is one.
    public func logOut(_ token: Session.Token) async throws {
        try await writes.run { [repository] in try repository.removeSession(token.sessionID) }
    }

    /// Checks a user's password, and counts it when it is wrong.
    ///
    /// The try is counted before the hash is computed, so that tries made at the same time are not free.
    func verify(_ password: Password, of account: Account?, email: EmailAddress) async throws {
        try await writes.run { [repository, environment] in
            try repository.addFailure(for: email, at: environment.now())
        }
        guard try await isRight(password, for: account) else { throw TimelineError.wrongPassword }
        try await writes.run { [repository] in try repository.clearFailures(for: email) }
    }

    private func isRight(_ password: Password, for account: Account?) async throws -> Bool {
        // What nobody can have as a password costs the same, whatever its length.
        guard let account, password.isHashable else {
            _ = try await hash(Password("nobody's password"))
            return false
        }
        let isRight = try await hashes.run { [hasher] in
            try hasher.verify(password, against: account.passwordHash)
        }
        if isRight, hasher.needsRehash(account.passwordHash) {
            let hash = try await hash(password)
            _ = try await writes.run { [repository] in
                // A password that was changed meanwhile stays changed.
                try repository.setPasswordHash(
                    hash,
                    replacing: account.passwordHash,
                    of: account.user
                )
            }
        }
        return isRight
    }

    func startSession(of user: User.ID, label: String) async throws -> LogIn {
        let token = Session.Token(environment: environment)
        return try await writes.run { [repository, environment] in
            guard let user = try repository.user(user) else { throw TimelineError.wrongPassword }
            let now = environment.now()
            try repository.add(
                Session(
                    id: token.sessionID,
                    user: user.id,
                    createdAt: now,
                    lastUsedAt: now,
                    label: label
                )
            )
            return LogIn(user: user, token: token)
        }
    }
}

extension SocialRepository {
    fileprivate func user(_ id: User.ID) throws -> User? { try read { try $0.user(id) } }
}
