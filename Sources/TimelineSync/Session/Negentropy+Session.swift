import Negentropy
import TimelineCore

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
