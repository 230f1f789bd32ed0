/// The side of a session that sends the first message and learns the differences.
///
/// The specification calls it "client". Send ``firstMessage``, pass each reply to ``receive(_:)``,
/// and send ``Step/message`` until it is `nil`.
///
/// Messages are equal, byte for byte, to those of the reference implementation at
/// github.com/hoytech/negentropy, which also has the specification, with one exception (see
/// ``ReplyBuilder``). Reading is stricter; `Docs/Protocol.md` lists the differences. Nothing
/// authenticates a message, so verify each item that the other side sends.
package struct Initiator: Sendable {
    /// The result of processing one reply.
    package struct Step: Hashable, Sendable {
        /// The message to send next, or `nil` if all differences have been found.
        package let message: [UInt8]?
        /// The IDs that only this side has, in the order of the items.
        package let have: [ItemID]
        /// The IDs that only the other side has, in the order of the message.
        package let need: [ItemID]
    }

    /// The items of this side.
    package let items: SealedItems
    /// The limits for the messages and turns.
    package let limits: ReconciliationLimits
    /// The IDs that previous steps reported.
    private var (had, needed): (Set<ItemID>, Set<ItemID>) = ([], [])
    /// The number of replies since the last new ID.
    private var idleTurns = 0

    /// Creates an initiator.
    package init(_ items: SealedItems, limits: ReconciliationLimits = .standard) {
        self.items = items
        self.limits = limits
    }

    /// The message that starts the session, of at most 997 bytes.
    package var firstMessage: [UInt8] {
        var message = ReplyBuilder(items, frameLimit: nil)
        message.start()
        return message.message
    }

    /// Processes a reply, and returns the differences that it reveals and the next message.
    ///
    /// Each ID is reported in one step only, even if the other side repeats it. For this purpose,
    /// the initiator stores all reported IDs. A hostile peer can make up 32,767 IDs per MiB, so end
    /// the session if there are more IDs than you are prepared to request.
    ///
    /// - Parameter reply: The message of the responder.
    /// - Returns: The new differences and the next message.
    /// - Throws: ``NegentropyError/unsupportedVersion(_:)``,
    ///   ``NegentropyError/noProgress(turns:)``, or the error that describes the first malformed
    ///   part of the reply. End the session after any error.
    package mutating func receive(_ reply: [UInt8]) throws(NegentropyError) -> Step {
        let version = try MessageReader.version(of: reply, limit: limits.message)
        guard version == ProtocolVersion.current else { throw .unsupportedVersion(version) }
        var reader = MessageReader(rangesOf: reply)
        var message = ReplyBuilder(items, frameLimit: limits.frame)
        var (have, need): ([ItemID], [ItemID]) = ([], [])
        while !message.isFull, let range = try reader.next() {
            switch range.content {
            case .skip: message.skip(to: range.bound)
            case .fingerprint(let theirs): message.answer(theirs, to: range.bound)
            case .ids(let theirs):
                let difference = difference(of: message.items(to: range.bound), and: theirs)
                have += difference.have
                need += difference.need
                message.skip(to: range.bound)
            }
        }
        try reader.finish()
        have = have.filter { had.insert($0).inserted }
        need = need.filter { needed.insert($0).inserted }
        guard !message.isEmpty else { return Step(message: nil, have: have, need: need) }
        idleTurns = have.isEmpty && need.isEmpty ? idleTurns + 1 : 0
        guard idleTurns < limits.idleTurns else { throw .noProgress(turns: idleTurns) }
        return Step(message: message.message, have: have, need: need)
    }

    /// Compares the items of this side in a range with the IDs of the other side.
    private func difference(
        of items: ArraySlice<Item>,
        and theirs: [ItemID]
    ) -> (have: [ItemID], need: [ItemID]) {
        var remaining = Set(theirs)
        let have = items.map(\.id).filter { remaining.remove($0) == nil }
        let need = theirs.filter { remaining.remove($0) != nil }
        return (have, need)
    }
}

/// The limits that one side applies to a session.
///
/// Use the same frame limit on both sides. With small or unequal limits, a session takes many times
/// as many bytes and turns.
package struct ReconciliationLimits: Hashable, Sendable {
    /// The lowest frame limit, in bytes: 4096.
    ///
    /// The reference implementation has the same minimum. It guarantees that each message contains
    /// the answer to at least one range.
    package static let minimumFrame = 4096

    /// The standard limits: 1 MiB per message in either direction, and 64 idle turns.
    package static let standard = Self(checkedFrame: 1 << 20, message: 1 << 20, idleTurns: 64)

    /// The maximum length of a message that this side sends, in bytes, or `nil` if it is unlimited.
    package let frame: Int?
    /// The maximum length of a message that this side accepts, in bytes.
    package let message: Int
    /// The number of replies without a new ID after which an ``Initiator`` gives up.
    ///
    /// Only consecutive replies count. Each reply normally splits ranges into 16, so an honest
    /// session needs few. Without a limit, a peer could keep a session busy forever.
    package let idleTurns: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - frame: The maximum length of a message that this side sends, in bytes, at least
    ///     ``minimumFrame``, or `nil` if it is unlimited.
    ///   - message: The maximum length of a message that this side accepts, in bytes.
    ///   - idleTurns: The number of replies without a new ID after which an ``Initiator`` gives up.
    /// - Throws: ``NegentropyError/frameLimitTooSmall(bytes:)``.
    package init(
        frame: Int? = standard.frame,
        message: Int = standard.message,
        idleTurns: Int = standard.idleTurns
    ) throws(NegentropyError) {
        if let frame, frame < Self.minimumFrame { throw .frameLimitTooSmall(bytes: frame) }
        self.init(checkedFrame: frame, message: message, idleTurns: idleTurns)
    }

    private init(checkedFrame: Int?, message: Int, idleTurns: Int) {
        frame = checkedFrame
        self.message = message
        self.idleTurns = idleTurns
    }
}
