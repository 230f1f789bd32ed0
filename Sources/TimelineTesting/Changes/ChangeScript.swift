public import TimelineCore

/// A random but reproducible sequence of valid changes.
///
/// Some changes are out of order, some occur twice (a repeated post may have different
/// ThumbHashes), and some refer to a user or post that never arrives.
public struct ChangeScript: Sendable {
    /// The changes, in the order to apply them.
    public let changes: [Change]

    /// Generates at least `count` changes by up to `users` users.
    public init(seed: UInt64, count: Int, users: UInt16 = 25) {
        var author = ScriptAuthor(seed: seed, users: (1...users).map(User.ID.init(number:)))
        while author.changes.count < count { author.act() }
        changes = author.disordered()
    }
}
