import Negentropy
import TimelineRecords

extension Item {
    /// Creates an item from the time and ID of a record, without salt.
    init?(_ position: RecordPosition) {
        guard let id = ItemID(bytes: position.id.bytes) else { return nil }
        self.init(timestamp: position.milliseconds, id: id)
    }
}

extension ItemSalt {
    /// Creates the salt of a session from the halves of both sides, that of the initiator first.
    init(initiator: SaltHalf, responder: SaltHalf) {
        self.init(bytes: initiator.bytes + responder.bytes)
    }
}

extension ReconciliationLimits {
    /// The limits of a session: a message fits into a frame.
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
