/// The lengths of an engine's queues; when a queue is full, calls throw ``TimelineError/busy`` at
/// once.
///
/// Running work does not count. A queued call takes a few hundred bytes; the limits bound how long
/// callers wait, not memory.
///
/// ```swift
/// var limits = EngineLimits()
/// limits.waitingReads = 1000
/// ```
public struct EngineLimits: Hashable, Sendable {
    /// The maximum number of queued reads.
    public var waitingReads = 256
    /// The maximum number of queued writes; writes with photos have a queue of the same length.
    public var waitingWrites = 64
    /// The maximum number of queued password hashes; sixteen take about a second.
    public var waitingHashes = 16
    /// The maximum number of queued calls that check or strip pictures.
    public var waitingPictures = 64

    /// Creates the default limits.
    public init() {}
}
