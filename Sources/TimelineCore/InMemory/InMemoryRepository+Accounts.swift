public import Foundation

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
// The protocol says what each does.
extension InMemoryRepository {
    public func account(email: EmailAddress) -> Account? {
        accounts.withLock { state in state.accounts.values.first { $0.email == email } }
    }

    public func account(of user: User.ID) -> Account? { accounts.withLock { $0.accounts[user] } }

    public func setPasswordHash(
        _ hash: String,
        replacing former: String,
        of user: User.ID
    ) -> Bool {
        accounts.withLock { $0.setHash(hash, replacing: former, of: user) }
    }

    public func failures(for email: EmailAddress) -> LoginFailures {
        accounts.withLock { $0.failures[email] ?? .none }
    }

    public func addFailure(for email: EmailAddress, at date: Date) throws {
        try accounts.withLock { try $0.addFailure(for: email, at: date) }
    }

    public func clearFailures(for email: EmailAddress) {
        accounts.withLock { $0.failures[email] = nil }
    }

    public func add(_ session: Session) {
        accounts.withLock { state in
            guard state.accounts[session.user] != nil else { return }
            state.sessions[session.id] = session
        }
    }

    public func session(_ id: Session.ID) -> Session? { accounts.withLock { $0.sessions[id] } }

    public func sessions(of user: User.ID) -> [Session] {
        accounts.withLock { state in
            state.sessions.values.filter { $0.user == user }.sorted(by: Session.isUsedLater)
        }
    }

    public func touch(_ id: Session.ID, at date: Date) {
        accounts.withLock { state in
            guard let session = state.sessions[id] else { return }
            state.sessions[id] = Session(
                id: id,
                user: session.user,
                createdAt: session.createdAt,
                lastUsedAt: date,
                label: session.label
            )
        }
    }

    public func removeSession(_ id: Session.ID) { accounts.withLock { $0.sessions[id] = nil } }

    public func removeSessions(of user: User.ID, except kept: Session.ID?) {
        accounts.withLock { state in
            state.sessions = state.sessions.filter { $0.value.user != user || $0.key == kept }
        }
    }

    public func readPosition(of user: User.ID) -> ReadPosition {
        accounts.withLock { $0.positions[user] ?? ReadPosition() }
    }

    public func setReadPosition(_ position: ReadPosition, of user: User.ID) {
        accounts.withLock { state in
            guard state.accounts[user] != nil else { return }
            state.positions[user] = position
        }
    }
}

extension Session {
    /// The order of a list of sessions: the last used first.
    fileprivate static func isUsedLater(_ left: Session, _ right: Session) -> Bool {
        (left.lastUsedAt, left.id.shortName) > (right.lastUsedAt, right.id.shortName)
    }
}
