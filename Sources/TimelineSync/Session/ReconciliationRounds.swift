import Negentropy
import TimelineCore

/// One reconciliation round of a session, on the initiator's side, which learns the differences.
struct InitiatorRound {
    /// The differences that a round has found.
    struct Differences: Hashable {
        /// The salted IDs that only this side has, except those of rejected records.
        var have: Set<ItemID> = []
        /// The salted IDs that only the other side has, except those that turned out to be missing
        /// there.
        var need: Set<ItemID> = []

        var isEmpty: Bool { have.isEmpty && need.isEmpty }
    }

    let number: UInt64
    /// The state token of the reconciled records.
    let token: SyncToken
    private let items: [Item]
    private let salt: ItemSalt
    private var initiator: Initiator
    /// The next message, or `nil` if all differences are known.
    private(set) var message: [UInt8]?
    /// The records to send.
    private(set) var toSend: [RecordID] = []
    /// The IDs to request, oldest first.
    private var toRequest: [ItemID] = []
    /// The requested IDs that the other side has not answered.
    private var requested: Set<ItemID> = []
    private(set) var differences = Differences()

    init(number: UInt64, inventory: Inventory, salt: ItemSalt) throws(SyncError) {
        self.number = number
        self.salt = salt
        token = inventory.token
        items = inventory.positions.compactMap(Item.init)
        do throws(NegentropyError) {
            let sealed = try SealedItems(items, salt: salt)
            initiator = Initiator(sealed, limits: try .session)
        } catch {
            throw .reconciliation("\(error)")
        }
        message = initiator.firstMessage
    }

    /// Whether all differences have been found, sent and answered.
    var isComplete: Bool {
        message == nil && toSend.isEmpty && toRequest.isEmpty && requested.isEmpty
    }

    /// Reads the reply to ``message``.
    mutating func receive(_ reply: [UInt8]) throws(SyncError) {
        let step: Initiator.Step
        do throws(NegentropyError) {
            step = try initiator.receive(reply)
        } catch {
            throw .reconciliation("\(error)")
        }
        // A peer can make up any number of IDs.
        let isFull = differences.need.count + step.need.count >= SessionLimits.differences
        message = isFull ? nil : step.message
        differences.have.formUnion(step.have)
        differences.need.formUnion(step.need)
        toRequest += step.need
        guard !step.have.isEmpty else { return }
        let originals = salt.originals(of: Set(step.have), in: items)
        toSend += originals.values.compactMap { RecordID(bytes: $0.id.bytes) }
    }

    /// Removes and returns the records to send.
    mutating func takeRecordsToSend() -> [RecordID] {
        defer { toSend = [] }
        return toSend
    }

    /// Postpones records to a later turn.
    mutating func postpone(_ records: [RecordID]) {
        toSend = records
    }

    /// Removes records that this side cannot send from the differences, because it has only
    /// rejected them.
    mutating func note(missing records: Set<RecordID>) {
        let items = records.compactMap { ItemID(bytes: $0.bytes) }
        differences.have.subtract(items.map { salt.applied(to: $0) })
    }

    /// Returns the IDs to request in the next turn.
    ///
    /// Unanswered requests are repeated, because the other side sends a limited number of records
    /// per turn.
    ///
    /// - Parameter limit: The maximum number of IDs.
    /// - Returns: The salted IDs.
    mutating func idsToRequest(limit: Int) -> [SaltedID] {
        let room = limit - requested.count
        requested.formUnion(toRequest.suffix(max(0, room)))
        toRequest.removeLast(min(toRequest.count, max(0, room)))
        return requested.map(SaltedID.init)
    }

    /// Marks requests as answered by the received records and by the IDs reported as missing.
    ///
    /// - Returns: The number of requested IDs that the other side lacks.
    mutating func note(received records: Set<RecordID>, lacked: Set<SaltedID>) -> Int {
        for record in records {
            guard let id = ItemID(bytes: record.bytes) else { continue }
            requested.remove(salt.applied(to: id))
        }
        let lacking = lacked.filter { requested.remove($0.item) != nil }
        differences.need.subtract(lacking.map(\.item))
        return lacking.count
    }
}

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

extension Item {
    /// Creates an item from the time and ID of a record, without salting the ID.
    init?(_ position: RecordPosition) {
        guard let id = ItemID(bytes: position.id.bytes) else { return nil }
        self.init(timestamp: position.milliseconds, id: id)
    }
}

extension ItemSalt {
    /// Creates the salt of a session from both sides' halves, the initiator's first.
    init(initiator: Nonce, responder: Nonce) {
        self.init(bytes: initiator.bytes + responder.bytes)
    }
}

extension ReconciliationLimits {
    /// The reconciliation limits of a session, under which each message fits into a frame.
    static var session: Self {
        get throws(NegentropyError) {
            try Self(
                frame: FrameLimits.payload,
                message: FrameLimits.payload,
                idleTurns: SessionLimits.idleTurns
            )
        }
    }
}
