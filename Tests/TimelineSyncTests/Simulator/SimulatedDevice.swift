import TimelineCore
@testable import TimelineSync
@testable import SyncTestSupport

/// A device in a simulation.
struct SimulatedDevice {
    let author: Author
    let number: Int
    let store: InMemorySyncStore
    /// The clock minus the true time, in milliseconds.
    var clockError: Int64 = 0
    /// The users that the device has blocked.
    private(set) var blocked: Set<User.ID> = []
    /// Whether the device has blocked anyone at any time.
    private(set) var hasBlocked = false

    /// Blocks or unblocks a user.
    mutating func block(_ isBlocked: Bool, _ user: User.ID) throws {
        try store.setBlocked(isBlocked, user)
        if isBlocked { blocked.insert(user) } else { blocked.remove(user) }
        hasBlocked = hasBlocked || isBlocked
    }

    /// Returns the readings of both clocks at a true time.
    func time(_ now: UInt64) -> SyncTime {
        SyncTime(milliseconds: UInt64(Int64(now) + clockError), uptime: now)
    }
}

/// The keys of all simulated users, which are the same in every simulation.
enum SimulatedUsers {
    static let count = 6
    static let devicesPerUser = 4
    static let all: [Author] = (0..<count)
        .compactMap { number in
            // The seeds are hashes, so the initializer does not fail.
            try? Author(100 + number, devices: devicesPerUser)
        }
}
