import Foundation
import TimelineArchive
import TimelineCore

/// A user that reads a home timeline in the benchmarks.
struct Reader {
    /// The number of followed users as text, such as “3000” or “3000 dormant”.
    let name: String
    private(set) var id: User.ID
    /// The number of followed users.
    let followed: Int
    /// Whether the followed users are dormant.
    let isDormant: Bool
    /// The row ID of the reader in the store.
    private(set) var rowID: Int64 = 0
    private let index: Int

    /// The password of every reader's account.
    static let password = "correct horse battery staple"

    /// Returns the readers in a dataset.
    ///
    /// They are in ascending order of their number of followed users, except that the last reader
    /// follows dormant users.
    ///
    /// - Parameters:
    ///   - users: The number of users in the dataset.
    ///   - dormant: The number of dormant users among them.
    /// - Returns: The readers.
    static func all(users: Int, dormant: Int) -> [Reader] {
        let counts = [5, 30, 100, 300, 700, 1000, 3000, 10_000, 19_000].filter { $0 < users }
        return counts.enumerated().map { Reader(followed: $1, index: $0, isDormant: false) }
            + [Reader(followed: min(3000, dormant), index: counts.count, isDormant: true)]
    }

    private init(followed: Int, index: Int, isDormant: Bool) {
        name = isDormant ? "\(followed) dormant" : "\(followed)"
        id = .reader(index)
        self.followed = followed
        self.isDormant = isDormant
        self.index = index
    }

    /// Returns a copy of the reader with the given IDs.
    func with(rowID: Int64, id: User.ID) -> Reader {
        var reader = self
        reader.rowID = rowID
        reader.id = id
        return reader
    }

    var username: String { "reader_\(index)" }

    /// The reader as a part of a generated dataset.
    var generated: GeneratedDataset.Reader {
        GeneratedDataset.Reader(username: username, follows: followed, followsDormant: isDormant)
    }
}

extension User.ID {
    fileprivate static func reader(_ index: Int) -> User.ID {
        var bytes = [UInt8](repeating: 0xbe, count: 16)
        bytes[15] = UInt8(index)
        return bytes.withUnsafeBytes { User.ID(UUID(uuid: $0.loadUnaligned(as: uuid_t.self))) }
    }

    /// The 16 bytes of the UUID.
    var data: Data { withUnsafeBytes(of: uuid.uuid) { Data($0) } }
}
