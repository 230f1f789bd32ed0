/// The maximum lengths of an engine's queues.
///
/// If a queue is full, calls immediately throw ``TimelineError/busy``.
///
/// Work that is already running does not count towards a limit. A queued call uses only a few
/// hundred bytes, so the purpose of the limits is to bound waiting times, not memory.
///
/// ```swift
/// var limits = EngineLimits()
/// limits.waitingReads = 1000
/// ```
public struct EngineLimits: Hashable, Sendable {
    /// The maximum number of queued reads.
    ///
    /// Reads of photos have a separate queue of the same length.
    public var waitingReads = 256
    /// The maximum number of queued writes.
    ///
    /// Writes with photos have a separate queue of the same length.
    public var waitingWrites = 64
    /// The maximum number of queued password hashes.
    ///
    /// Sixteen hashes take about a second.
    public var waitingHashes = 16
    /// The maximum number of queued calls that check or strip pictures.
    public var waitingPictures = 64

    /// Creates the default limits.
    public init() {}
}
