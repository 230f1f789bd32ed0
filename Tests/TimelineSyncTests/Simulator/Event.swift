/// One step of a schedule.
///
/// An event has random numbers of its own, so the others stay the same if it is removed.
struct Event: Hashable, Sendable, CustomStringConvertible {
    enum Kind: String, CaseIterable, Sendable {
        // Changes on the device `a`.
        case post, edit, deletePost, comment, deleteComment, hide, like, unlike, profile, follow
        case unknown, endKey, leave
        /// Sets the clock of `a` to a time up to a day away.
        case clock
        // Sessions between `a` and `b`.
        /// A session over a good link, which splits the bytes.
        case sync
        /// A link that loses, repeats, swaps or changes parts, or breaks.
        case brokenSync
        /// One of both devices dies before one of its writes.
        case killedSync
        /// The device `b` lies.
        case lyingSync
        /// Both devices change records between turns.
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
