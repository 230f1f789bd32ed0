/// An error that ends a reconciliation or rejects its input.
///
/// The cases from ``emptyMessage`` to ``tooManyIDs(_:)`` reject a message from the other side. End
/// the session, because the other side is faulty or hostile.
package enum NegentropyError: Error, Hashable, Sendable {
    // MARK: Messages

    /// The message has no bytes, so it has no version.
    case emptyMessage
    /// The message is longer than ``ReconciliationLimits/message``.
    ///
    /// `bytes` is the length of the rejected message.
    case messageTooLong(bytes: Int)
    /// The first byte is not between 0x60 and 0x6F, so it is not a version of the protocol.
    case invalidVersion(UInt8)
    /// The responder does not support version 1 (0x61), but only the given version, such as 0x60.
    ///
    /// Only ``Initiator`` throws this error, because a ``Responder`` replies to other versions.
    case unsupportedVersion(UInt8)
    /// The message ends within a range.
    case truncated
    /// A varint has more than 10 bytes or 64 bits, or starts with a superfluous zero digit.
    case invalidVarint
    /// The differences that encode the timestamp of a bound add up to 2^64 - 1 or more.
    ///
    /// The bound at infinity has a different encoding.
    case timestampOverflow
    /// A bound has an ID prefix of more than 32 bytes.
    case prefixTooLong(bytes: UInt64)
    /// The bound above all items has an ID prefix.
    case prefixAtInfinity
    /// A bound is lower than the bound before it.
    case unorderedBounds
    /// A range has a mode other than 0 (skip), 1 (fingerprint) and 2 (ID list).
    case unknownMode(UInt64)
    /// A range with equal bounds contains an ID list.
    case idsInEmptyRange
    /// The count of an ID list exceeds the number of IDs that fit into the rest of the message.
    case tooManyIDs(UInt64)

    // MARK: Sessions

    /// The given number of consecutive replies revealed no new ID.
    ///
    /// Only ``Initiator`` throws this error; see ``ReconciliationLimits/idleTurns``.
    case noProgress(turns: Int)

    // MARK: Arguments

    /// Two items have the same timestamp and the same ID.
    case duplicateItem(Item)
    /// An item has the timestamp 2^64 - 1, which the protocol reserves for infinity.
    case reservedTimestamp
    /// A frame limit is below ``ReconciliationLimits/minimumFrame``.
    case frameLimitTooSmall(bytes: Int)
}
