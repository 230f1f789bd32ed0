#if Cluster
import Foundation

/// The attempts of one transaction, with the pauses between them.
struct Attempts {
    private let end: ContinuousClock.Instant
    private var count = 0
    private var conflictCount = 0

    /// The pauses after the first attempt, in milliseconds, which double with each further one.
    private static let pauses = (conflict: 1.0, connection: 50.0)
    /// The longest pause, in milliseconds.
    private static let longestPause = 500.0

    /// The usual time after which attempts end, in seconds.
    static let patience: TimeInterval = 45

    /// Creates attempts that end after a time.
    ///
    /// - Parameter patience: The time in seconds.
    init(patience: TimeInterval = Attempts.patience) { end = .now + .seconds(patience) }

    /// Whether the transaction has met with so many conflicts that it should take its turn.
    var isContended: Bool { conflictCount >= Self.freeConflicts }

    /// The number of conflicts after which a transaction is repeated without further ado.
    private static let freeConflicts = 3

    /// Waits before the transaction is repeated, unless the error or the time forbids it.
    ///
    /// The pauses are random, so that transactions that are in each other's way do not meet again.
    mutating func mayRepeat(after error: PostgresError) -> Bool {
        let pause: Double
        switch error.kind {
        case .conflict, .timeout:
            pause = Self.pauses.conflict
            conflictCount += 1
        case .connection: pause = Self.pauses.connection
        case .violation, .diskFull, .damage, .other: return false
        }
        guard ContinuousClock.now < end else { return false }
        let longest = min(Self.longestPause, pause * pow(2, Double(min(count, 16))))
        count += 1
        Thread.sleep(forTimeInterval: .random(in: 0...longest) / 1000)
        return true
    }
}
#endif
