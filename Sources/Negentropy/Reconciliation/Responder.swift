/// The side of a session that answers, which the specification calls "server".
///
/// A responder has no state, so it can answer any number of initiators at the same time. It does
/// not learn the differences, and it cannot detect a session without progress. Limit the number of
/// turns and their duration in the code that transfers the messages.
package struct Responder: Sendable {
    /// The items of this side.
    package let items: SealedItems
    /// The limits for the messages of both sides.
    package let limits: ReconciliationLimits

    /// Creates a responder.
    package init(_ items: SealedItems, limits: ReconciliationLimits = .standard) {
        self.items = items
        self.limits = limits
    }

    /// Returns the reply to a message.
    ///
    /// The reply to a message of another version of the protocol is the single byte 0x61, as the
    /// specification requires. It allows the other side to start again with version 1.
    ///
    /// The time is proportional to the lengths of the message and the reply. The reply never
    /// exceeds ``ReconciliationLimits/frame``.
    ///
    /// - Parameter message: The message of the initiator.
    /// - Returns: The message to send to the initiator.
    /// - Throws: The error that describes the first malformed part of the message.
    package func reply(to message: [UInt8]) throws(NegentropyError) -> [UInt8] {
        let version = try MessageReader.version(of: message, limit: limits.message)
        guard version == ProtocolVersion.current else { return [ProtocolVersion.current] }
        var reader = MessageReader(rangesOf: message)
        var reply = ReplyBuilder(items, frameLimit: limits.frame)
        while !reply.isFull, let range = try reader.next() {
            switch range.content {
            case .skip: reply.skip(to: range.bound)
            case .fingerprint(let theirs): reply.answer(theirs, to: range.bound)
            case .ids: reply.list(to: range.bound)
            }
        }
        try reader.finish()
        return reply.message
    }
}
