import Foundation
import TimelineCore

/// Access to peer lists, each of which is one range of the index.
extension PrivateTables {
    func peers(of user: User.ID) throws -> [StoredPeer] {
        try statement(
            """
            SELECT user, target, name, changed_at, invitation, box, is_removed FROM peer
            WHERE owner = ?
            """
        )
        .all(user) { row in
            var peer = StoredPeer(
                user: User.ID(bytes: row.data(0)),
                target: row.optionalText(1),
                name: row.optionalText(2),
                milliseconds: UInt64(max(0, row.int64(3)))
            )
            peer.invitation = SyncToken(bytes: row.data(4))
            peer.box = EncryptionKey(bytes: row.data(5))
            peer.isRemoved = row.bool(6)
            return peer
        }
    }

    func save(_ peer: StoredPeer, of user: User.ID) throws {
        try statement("INSERT OR REPLACE INTO peer VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
            .run(
                user,
                peer.user,
                peer.target,
                peer.name,
                Int64(clamping: peer.milliseconds),
                peer.invitation.map { Data($0.bytes) },
                peer.box.map { Data($0.bytes) },
                peer.isRemoved
            )
    }
}
