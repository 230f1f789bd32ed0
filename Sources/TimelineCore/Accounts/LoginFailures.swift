public import Foundation

/// The wrong passwords given in a row, and the wait that they cause.
public struct LoginFailures: Hashable, Sendable {
    /// How many there were since the last right password.
    public let count: Int
    /// When the last one was given.
    public let last: Date

    /// How many are free: each further try waits.
    public static let free = 10

    /// How long failures count: a day after the last one, in seconds, with or without an account.
    public static let memory: TimeInterval = 24 * 60 * 60

    /// No wrong password.
    public static let none = LoginFailures(count: 0, last: .distantPast)

    /// Makes a record of its parts.
    public init(count: Int, last: Date) {
        self.count = count
        self.last = last
    }

    /// When the next try is taken: 30 s after the tenth failure, twice as long after each further one,
    /// up to an hour (NIST SP 800-63B-4, section 3.2.2, suggests this range).
    public var nextTry: Date {
        guard count >= Self.free else { return .distantPast }
        let doublings = min(count - Self.free, 7)
        return last.addingTimeInterval(min(30 * Double(1 << doublings), 3600))
    }

    /// These failures as they count at a date: none after a day, and none noted by a clock that was ahead.
    ///
    /// Attempts made at the same time may note theirs in another order than that of their clocks, so a
    /// failure counts up to five minutes early.
    func counting(at date: Date) -> LoginFailures {
        (-Change.tolerance..<Self.memory).contains(date.timeIntervalSince(last)) ? self : .none
    }

    /// These failures and one more.
    func adding(at date: Date) -> LoginFailures {
        LoginFailures(count: counting(at: date).count + 1, last: date)
    }

    /// Rejects an attempt before ``nextTry``.
    ///
    /// - Throws: ``TimelineError/tooManyAttempts(until:)``.
    func checkTry(at date: Date) throws(TimelineError) {
        let nextTry = counting(at: date).nextTry
        guard date >= nextTry else { throw .tooManyAttempts(until: nextTry) }
    }
}
