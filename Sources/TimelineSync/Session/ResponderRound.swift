import Negentropy
import TimelineCore

/// One reconciliation round of a session, on the responder's side.
struct ResponderRound {
    let number: UInt64
    /// The state token of the reconciled records.
    let token: SyncToken
    /// Whether the initiator has requested any of the records.
    var hasRequests = false
    private let items: [Item]
    private let salt: ItemSalt
    private let responder: Responder

    init(number: UInt64, inventory: Inventory, salt: ItemSalt) throws(SyncError) {
        self.number = number
        self.salt = salt
        token = inventory.token
        items = inventory.positions.compactMap(Item.init)
        do throws(NegentropyError) {
            responder = Responder(try SealedItems(items, salt: salt), limits: try .session)
        } catch {
            throw .reconciliation("\(error)")
        }
    }

    /// Returns the reply to a message.
    func reply(to message: [UInt8]) throws(SyncError) -> [UInt8] {
        do throws(NegentropyError) {
            return try responder.reply(to: message)
        } catch {
            throw .reconciliation("\(error)")
        }
    }

    /// Returns the records with the given salted IDs.
    func records(_ ids: [SaltedID]) -> [SaltedID: RecordID] {
        guard !ids.isEmpty else { return [:] }
        var records: [SaltedID: RecordID] = [:]
        for (id, item) in salt.originals(of: Set(ids.map(\.item)), in: items) {
            records[SaltedID(id)] = RecordID(bytes: item.id.bytes)
        }
        return records
    }
}
