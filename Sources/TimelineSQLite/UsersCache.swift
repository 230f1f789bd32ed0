import Synchronization
import TimelineCore

/// Keeps users as pages show them, by their rows.
final class UsersCache: Sendable {
    private struct State {
        /// What `clock.profiles` was when the users were read.
        var version: Int64 = .min
        var users: [Int64: User] = [:]
    }

    private let state = Mutex(State())

    /// How many users are kept, some hundred bytes each; beyond them all are forgotten.
    private static let capacity = 4096

    func user(_ row: Int64, version: Int64) -> User? {
        state.withLock { $0.version == version ? $0.users[row] : nil }
    }

    func keep(_ user: User, _ row: Int64, version: Int64) {
        state.withLock { state in
            guard version >= state.version else { return }
            if version > state.version || state.users.count >= Self.capacity {
                state = State(version: version)
            }
            state.users[row] = user
        }
    }
}
