/// The work of a session since it last brought or took anything new.
///
/// Every turn costs bytes, processor time and time. A peer may demand any amount of them, as long as
/// the stores come closer to each other.
struct IdleWork {
    private var turns = 0
    private var byteCount = 0
    private var processorTime: UInt64 = 0
    /// The uptime at the last news or at the start of the session.
    private var start: UInt64?

    /// Starts the clock, unless it is running.
    mutating func begin(at uptime: UInt64) {
        start = start ?? uptime
    }

    /// Adds bytes sent or received.
    mutating func add(bytes count: Int) {
        byteCount += count
    }

    /// Adds processor time in nanoseconds.
    mutating func add(processorTime time: UInt64) {
        processorTime += time
    }

    /// Ends a turn.
    ///
    /// - Throws: ``SyncError/noProgress(turns:)``.
    mutating func endTurn(hasNews: Bool, at uptime: UInt64) throws(SyncError) {
        if hasNews {
            self = IdleWork()
            begin(at: uptime)
        } else {
            turns += 1
        }
        guard turns < SessionLimits.idleTurns else { throw .noProgress(turns: turns) }
    }

    /// Returns whether the session has worked for too long.
    func isExcessive(at uptime: UInt64) -> Bool {
        let begin = min(start ?? uptime, uptime)
        return byteCount > SessionLimits.idleBytes
            || processorTime > SessionLimits.idleProcessorTime
            || uptime - begin >= SessionLimits.idleTime
    }
}
