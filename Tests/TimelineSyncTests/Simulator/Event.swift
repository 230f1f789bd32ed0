/// One step of a schedule.
///
/// Each event has its own random numbers, so removing an event does not affect the others.
struct Event: Hashable, Sendable, CustomStringConvertible {
    enum Kind: String, CaseIterable, Sendable {
        // Changes records on device `a`.
        case post, edit, deletePost, comment, deleteComment, hide, like, unlike, profile, follow
        case unfollow, unknown, endKey, leave
        /// Blocks or unblocks a user on device `a`, whose other devices do not learn of it.
        case block, unblock
        /// Sets the clock of `a` wrong by up to a day.
        case clock
        // Sessions between `a` and `b`.
        /// A session over a good link, which splits the bytes.
        case sync
        /// A session over a link that loses, repeats, swaps or changes parts, or breaks.
        case brokenSync
        /// A session in which one of the devices dies before one of its writes.
        case killedSync
        /// A session in which device `b` lies.
        case lyingSync
        /// A session in which both devices change records between turns.
        case busySync
    }

    let kind: Kind
    let a: Int
    let b: Int
    let seed: UInt64

    init(_ kind: Kind, _ a: Int, _ b: Int, _ seed: UInt64) {
        self.kind = kind
        self.a = a
        self.b = b
        self.seed = seed
    }

    /// The source text of the event.
    var description: String { "Event(.\(kind), \(a), \(b), \(seed))" }
}
