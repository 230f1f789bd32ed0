import TimelineCore

/// Keeps users as pages show them, by their rows.
final class UsersCache: Sendable {
    private struct State {
        /// What `clock.profiles` was when the users were read.
        var version: Int64 = .min
        var users: [Int64: User] = [:]
    }

    private let state = Lock(State())

    /// How many users are kept; beyond them all are forgotten.
    private static let capacity = 4096
    /// How many bytes of text a user may have who is kept: most have some hundred, who means harm fifty thousand.
    private static let textCapacity = 2048

    func user(_ row: Int64, version: Int64) -> User? {
        state.withLock { $0.version == version ? $0.users[row] : nil }
    }

    func keep(_ user: User, _ row: Int64, version: Int64) {
        guard user.textSize <= Self.textCapacity else { return }
        // What goes is freed when the lock is open again.
        _ = state.withLock { state -> State? in
            guard version >= state.version else { return nil }
            var former: State?
            if version > state.version || state.users.count >= Self.capacity {
                former = state
                state = State(version: version)
            }
            state.users[row] = user
            return former
        }
    }
}

extension User {
    /// The bytes of what the user wrote.
    fileprivate var textSize: Int {
        [displayName, bio, url, avatar?.alt].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }
}
