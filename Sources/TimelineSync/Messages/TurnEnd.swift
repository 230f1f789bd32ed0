import TimelineCore

/// The last frame of a request or a reply.
struct TurnEnd: Hashable {
    /// The state of the session from the sender's point of view.
    enum Status: UInt64 {
        /// The sender expects more.
        case open = 0
        /// The sender needs nothing more.
        case done = 1
        /// The sender needs nothing more, and both sides have the same records.
        case equal = 2
    }

    let status: Status
    /// The sender's state token after it has committed everything it received.
    let token: SyncToken
}
