import TimelineCore

/// Caches users as pages show them, by row ID.
final class UsersCache: Sendable {
    private struct State {
        /// The value of `clock.profiles` in the snapshots that the users were read from.
        var version: Int64 = .min
        var users: [Int64: User] = [:]
    }

    private let state = Lock(State())
    private let capacity: Int
    /// Profiles with more text than this, in bytes, are not cached, so hostile ones cannot fill
    /// memory.
    ///
    /// Most have some hundred bytes; the largest that are accepted have fifty thousand.
    private static let textCapacity = 2048

    /// Creates an empty cache.
    ///
    /// - Parameter capacity: the number of users beyond which all are evicted.
    init(capacity: Int = 4096) { self.capacity = capacity }

    /// A user, if cached in a snapshot with the same version of profiles.
    func user(rowID: Int64, version: Int64) -> User? {
        state.withLock { $0.version == version ? $0.users[rowID] : nil }
    }

    /// Adds a user; a newer version than the last invalidates all others.
    func insert(_ user: User, rowID: Int64, version: Int64) {
        guard user.textSize <= Self.textCapacity else { return }
        // Returned, so that it is freed outside the lock.
        _ = state.withLock { state -> State? in
            guard version >= state.version else { return nil }
            var previous: State?
            if version > state.version || state.users.count >= capacity {
                previous = state
                state = State(version: version)
            }
            state.users[rowID] = user
            return previous
        }
    }
}

extension User {
    /// The bytes of the texts that the user wrote.
    fileprivate var textSize: Int {
        [displayName, bio, url, avatar?.alt].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }
}
