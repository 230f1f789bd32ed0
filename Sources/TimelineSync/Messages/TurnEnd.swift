import TimelineRecords

/// The last frame of a request or a reply.
struct TurnEnd: Hashable {
    /// The sender's view of the session.
    enum Status: UInt64 {
        /// The sender expects more.
        case open = 0
        /// The sender needs nothing more.
        case done = 1
        /// The sender needs nothing more, and both sides have the same records.
        case equal = 2
    }

    let status: Status
    /// The state token after everything that the sender has received.
    let token: StateToken
}
