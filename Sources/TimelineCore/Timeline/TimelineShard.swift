/// A part of the home timeline's authors, read in parallel with the other parts.
public struct TimelineShard: Hashable, Sendable {
    /// The index of this part, starting at 0.
    public let index: Int
    /// The number of parts.
    public let count: Int

    /// The only shard of an undivided read.
    public static let whole = TimelineShard(index: 0, count: 1)

    /// Creates a shard.
    public init(index: Int, count: Int) {
        self.index = index
        self.count = count
    }
}
