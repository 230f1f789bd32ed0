import Negentropy

/// A session between an initiator and a responder in memory, and its transcript.
struct Session {
    /// One message of the initiator, and the responder's reply.
    struct Turn {
        let request: [UInt8]
        let reply: [UInt8]
        let step: Initiator.Step
    }

    var initiator: Initiator
    let responder: Responder
    private(set) var turns: [Turn] = []

    init(_ initiator: Initiator, _ responder: Responder) {
        self.initiator = initiator
        self.responder = responder
    }

    /// The IDs that the initiator reported as its own.
    var have: [ItemID] { turns.flatMap(\.step.have) }
    /// The IDs that the initiator reported as the responder's.
    var need: [ItemID] { turns.flatMap(\.step.need) }
    /// The length of all messages in both directions, in bytes.
    var byteCount: Int { turns.reduce(0) { $0 + $1.request.count + $1.reply.count } }

    /// Runs the session to its end.
    mutating func run() throws(NegentropyError) {
        var message: [UInt8]? = initiator.firstMessage
        while let request = message {
            let reply = try responder.reply(to: request)
            let step = try initiator.receive(reply)
            turns.append(Turn(request: request, reply: reply, step: step))
            message = step.message
        }
    }
}

/// Runs a session between two sets.
func reconcile(
    _ items: [Item],
    with others: [Item],
    frames: (Int?, Int?) = (1 << 20, 1 << 20)
) throws -> Session {
    var session = Session(
        Initiator(try SealedItems(items), limits: try ReconciliationLimits(frame: frames.0)),
        Responder(try SealedItems(others), limits: try ReconciliationLimits(frame: frames.1))
    )
    try session.run()
    return session
}
