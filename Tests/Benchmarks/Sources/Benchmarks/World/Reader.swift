import Foundation
import TimelineCore

/// Somebody who reads, and whom this one follows.
struct Reader {
    let name: String
    let id: User.ID
    /// How many users the reader follows.
    let followed: Int
    /// Whether those followed stopped posting long ago.
    let isDormant: Bool
    /// The reader's number in the store.
    private(set) var row: Int64 = 0
    private let index: Int

    /// The readers of a world of so many users: each follows more than the one before, the last one those
    /// who stopped posting long ago.
    static func all(among users: Int, dormant: Int) -> [Reader] {
        let counts = [5, 30, 100, 300, 700, 1000, 3000, 10_000, 19_000].filter { $0 < users }
        return counts.enumerated().map { Reader($1, index: $0, isDormant: false) }
            + [Reader(min(3000, dormant), index: counts.count, isDormant: true)]
    }

    private init(_ followed: Int, index: Int, isDormant: Bool) {
        name = isDormant ? "\(followed) dormant" : "\(followed)"
        id = .reader(index)
        self.followed = followed
        self.isDormant = isDormant
        self.index = index
    }

    /// The same reader, who has a number in a store.
    func numbered(_ row: Int64) -> Reader {
        var reader = self
        reader.row = row
        return reader
    }

    /// The number as peers write it into keys.
    var number: String { String(row) }

    var username: String { "reader_\(index)" }

    /// The password of every reader's account.
    static let password = "correct horse battery staple"

    /// The changes that bring the reader, who follows the first of these users.
    func changes(following users: [User.ID]) throws -> [Change] {
        var low: UInt64 = 0
        func stamp() -> PushID {
            low += 1
            return PushID(milliseconds: 1, random: (UInt16(index), low))
        }
        let name = ProfileUpdate(username: try Username(username))
        return [Change(stamp: stamp(), author: id, action: .profileUpdated(name))]
            + users.prefix(followed)
            .map { Change(stamp: stamp(), author: id, action: .followed($0)) }
    }
}

extension User.ID {
    fileprivate static func reader(_ number: Int) -> User.ID {
        var bytes = [UInt8](repeating: 0xbe, count: 16)
        bytes[15] = UInt8(number)
        return bytes.withUnsafeBytes { User.ID(UUID(uuid: $0.loadUnaligned(as: uuid_t.self))) }
    }

    var data: Data { withUnsafeBytes(of: uuid.uuid) { Data($0) } }
}
