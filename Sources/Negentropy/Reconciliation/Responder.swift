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

/// Builds the reply to a message, range by range in ascending order.
///
/// It splits ranges and ends full messages as the reference implementation does, so that messages
/// are equal byte for byte.
struct ReplyBuilder {
    /// The number of ranges into which a range with different fingerprints is split.
    static let bucketCount = 16
    /// The minimum number of items in a range to split.
    ///
    /// The IDs of a smaller range are listed instead.
    static let splitCount = 2 * bucketCount
    /// The number of bytes of the frame that are reserved for the end of a message.
    ///
    /// They are enough for a skipped range, the bound, count and last ID of an ID list, and the
    /// fingerprint of the remaining items.
    static let reserve = 200

    private let items: SealedItems
    /// The length of the message, in bytes, above which no range is added.
    private let fullLength: Int
    private var writer = MessageWriter()
    /// The upper bound of the skipped ranges that have not been written yet.
    private var skipped: Bound?
    /// The index of the first item that is not below the bound of the previous range.
    private var position = 0

    /// Whether the message is complete because it has reached the frame limit.
    private(set) var isFull = false

    init(_ items: SealedItems, frameLimit: Int?) {
        self.items = items
        fullLength = frameLimit.map { $0 - Self.reserve } ?? .max
    }

    /// The bytes written, which are the complete message once all ranges have been answered.
    var message: [UInt8] { writer.message }

    /// Whether the message contains no ranges, because both sides agree on all of them.
    var isEmpty: Bool { writer.byteCount == 1 }

    /// Returns the items between the previous range and a bound.
    func items(to bound: Bound) -> ArraySlice<Item> {
        items.items[indices(to: bound)]
    }

    /// Skips a range.
    ///
    /// Consecutive skipped ranges are written as one range. At the end of a message, they are
    /// omitted.
    mutating func skip(to bound: Bound) {
        position = indices(to: bound).upperBound
        skipped = bound
    }

    /// Answers a fingerprint: skips the range if both fingerprints are equal, and splits it
    /// otherwise.
    mutating func answer(_ theirs: Fingerprint, to bound: Bound) {
        let range = indices(to: bound)
        guard items.fingerprint(of: range) != theirs else { return skip(to: bound) }
        let lengthBefore = writer.byteCount
        writeSkipped()
        split(range, to: bound)
        position = range.upperBound
        if writer.byteCount > fullLength {
            writer.truncate(to: lengthBefore)
            // As in the reference implementation, the fingerprint that ends a full message leaves
            // out the items of the dropped range. The other side finds the difference anyway,
            // because it includes its own items in that range. If it has none, however, both
            // fingerprints can be equal, and the reference implementation loses the difference.
            end(at: theirs == .empty ? range.lowerBound : range.upperBound)
        }
    }

    /// Answers an ID list with the IDs of as many items in the range as fit into the frame.
    mutating func list(to bound: Bound) {
        var range = indices(to: bound)
        var end = bound
        let room = (fullLength - writer.byteCount) / ItemID.byteCount + 1
        if range.count > room {
            range = range.prefix(room)
            end = Bound(at: items.items[range.upperBound])
        }
        writeSkipped()
        writer.write(idsOf: items.items[range], to: end)
        position = range.upperBound
        if writer.byteCount > fullLength { self.end(at: position) }
    }

    /// Writes the content of the initiator's first message, which covers all items.
    mutating func start() {
        split(0..<items.count, to: .infinity)
    }

    /// Returns the indices of the items between the previous range and a bound.
    private func indices(to bound: Bound) -> Range<Int> {
        position..<items.index(of: bound, from: position)
    }

    private mutating func writeSkipped() {
        if let skipped { writer.skip(to: skipped) }
        skipped = nil
    }

    /// Writes an ID list for a range of up to 31 items, or splits a larger range into 16
    /// fingerprints.
    ///
    /// If the items cannot be split evenly, the first parts have one item more than the last parts.
    private mutating func split(_ range: Range<Int>, to bound: Bound) {
        guard range.count >= Self.splitCount else {
            return writer.write(idsOf: items.items[range], to: bound)
        }
        let (size, extra) = range.count.quotientAndRemainder(dividingBy: Self.bucketCount)
        var lower = range.lowerBound
        for bucket in 0..<Self.bucketCount {
            let upper = lower + size + (bucket < extra ? 1 : 0)
            let end =
                upper == range.upperBound
                ? bound : Bound(between: items.items[upper - 1], and: items.items[upper])
            writer.write(items.fingerprint(of: lower..<upper), to: end)
            lower = upper
        }
    }

    /// Completes a full message with the fingerprint of all items at or after an index.
    private mutating func end(at index: Int) {
        writer.write(items.fingerprint(of: index..<items.count), to: .infinity)
        isFull = true
    }
}
