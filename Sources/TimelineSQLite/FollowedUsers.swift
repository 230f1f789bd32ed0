import Synchronization

/// The rows of the users whom somebody follows, a bit for each row of the store.
struct FollowedUsers: Sendable {
    private var words: [UInt64] = []

    mutating func insert(_ row: Int64) {
        let index = Int(row >> 6)
        if index >= words.count {
            words += Array(repeating: 0, count: index + 1 - words.count)
        }
        words[index] |= 1 << UInt64(row & 63)
    }

    func contains(_ row: Int64) -> Bool {
        let index = Int(row >> 6)
        return index < words.count && words[index] & 1 << UInt64(row & 63) != 0
    }
}

/// Keeps the followed users of the last readers, each with the version that the store gave them.
///
/// The version of a follower is another after each follow and unfollow, so what is kept is right in every
/// snapshot in which the version is the same, whichever process wrote it.
final class FollowedUsersCache: Sendable {
    private struct Entry {
        let version: Int64
        let users: FollowedUsers
    }

    private let entries = Mutex<[Int64: Entry]>([:])

    /// How many readers are kept; beyond them all are forgotten.
    ///
    /// In a store of a million users each takes 125 kB.
    private static let capacity = 64

    func users(of follower: Int64, version: Int64) -> FollowedUsers? {
        entries.withLock { $0[follower].flatMap { $0.version == version ? $0.users : nil } }
    }

    func keep(_ users: FollowedUsers, of follower: Int64, version: Int64) {
        entries.withLock { entries in
            if entries.count >= Self.capacity { entries = [:] }
            entries[follower] = Entry(version: version, users: users)
        }
    }
}
