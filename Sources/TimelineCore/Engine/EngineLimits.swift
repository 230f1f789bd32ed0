/// How much work of one engine may wait; beyond that, calls throw ``TimelineError/busy`` at once.
///
/// Work that runs does not count. A call that waits takes some hundred bytes; the bounds limit how long callers
/// wait, not memory.
public struct EngineLimits: Hashable, Sendable {
    /// How many reads may wait.
    public var waitingReads = 256
    /// How many writes may wait; those with photos have a queue of the same length.
    public var waitingWrites = 64
    /// How many hashes of passwords may wait: sixteen take about a second.
    public var waitingHashes = 16
    /// How many pictures' calls may wait to be decoded.
    public var waitingPictures = 64

    /// Creates the default limits.
    public init() {}
}
