/// One range of a message.
///
/// Its lower bound is the upper bound of the previous range.
struct MessageRange: Hashable, Sendable {
    /// The sender's statement about its items in a range.
    enum Content: Hashable, Sendable {
        /// The range needs no more work.
        case skip
        /// The fingerprint of the sender's items.
        case fingerprint(Fingerprint)
        /// The IDs of all of the sender's items.
        case ids([ItemID])
    }

    /// The type of a range's content: the number that precedes the content in a message.
    enum Mode: UInt64 {
        case skip = 0
        case fingerprint = 1
        case ids = 2
    }

    /// The exclusive upper bound.
    let bound: Bound
    /// The sender's statement about its items in the range.
    let content: Content
}
