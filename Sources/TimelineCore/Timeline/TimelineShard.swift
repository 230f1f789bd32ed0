/// One of several parts that the followed users are split into, to be read at the same time.
public struct TimelineShard: Hashable, Sendable {
    /// Which part this is, from 0.
    public let index: Int
    /// How many parts there are.
    public let count: Int

    /// The shard that holds everyone.
    public static let whole = TimelineShard(index: 0, count: 1)

    /// Makes a shard of its parts.
    public init(index: Int, count: Int) {
        self.index = index
        self.count = count
    }
}
