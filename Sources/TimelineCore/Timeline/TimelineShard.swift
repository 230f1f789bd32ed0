/// A shard: one part of the authors in a home timeline.
///
/// The shards of a timeline are read in parallel.
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
