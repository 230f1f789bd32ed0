import TimelineCore

/// Keeps users as pages show them, by their rows.
final class UsersCache: Sendable {
    private struct State {
        /// What `clock.profiles` was when the users were read.
        var version: Int64 = .min
        var users: [Int64: User] = [:]
    }

    private let state = Lock(State())

    private let capacity: Int
    /// Profiles with more bytes of text than this are not cached, so hostile ones cannot fill memory.
    private static let textCapacity = 2048

    /// Creates an empty cache.
    ///
    /// - Parameter capacity: the number of users beyond which all are evicted.
    init(capacity: Int = 4096) { self.capacity = capacity }

    func user(_ row: Int64, version: Int64) -> User? {
        state.withLock { $0.version == version ? $0.users[row] : nil }
    }

    func keep(_ user: User, _ row: Int64, version: Int64) {
        guard user.textSize <= Self.textCapacity else { return }
        // What goes is freed when the lock is open again.
        _ = state.withLock { state -> State? in
            guard version >= state.version else { return nil }
            var former: State?
            if version > state.version || state.users.count >= capacity {
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
