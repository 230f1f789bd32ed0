public import Foundation

/// The consecutive failed logins for an email, and the delay that they cause.
public struct LoginFailures: Hashable, Sendable {
    /// The number of wrong passwords since the last correct one.
    public let count: Int
    /// The date of the last wrong password.
    public let last: Date

    /// The number of failures without a delay.
    public static let free = 10

    /// The time after which failures expire, counted from the last one: 24 hours, in seconds.
    public static let memory: TimeInterval = 24 * 60 * 60

    /// No failures.
    public static let none = LoginFailures(count: 0, last: .distantPast)

    /// Creates a record.
    public init(count: Int, last: Date) {
        self.count = count
        self.last = last
    }

    /// The date of the next permitted attempt: 30 s after the tenth failure, twice as long after
    /// each further one, up to an hour (the range that NIST SP 800-63B-4, section 3.2.2, suggests).
    public var nextTry: Date {
        guard count >= Self.free else { return .distantPast }
        let doublings = min(count - Self.free, 7)
        return last.addingTimeInterval(min(30 * Double(1 << doublings), 3600))
    }

    /// The failures that are still valid at `date`: ``none`` if they have expired or are in the
    /// future.
    ///
    /// Concurrent attempts may record their failures out of order, so up to five minutes in the
    /// future is tolerated.
    func counting(at date: Date) -> LoginFailures {
        (-TimelineEnvironment.clockTolerance..<Self.memory).contains(date.timeIntervalSince(last))
            ? self : .none
    }

    /// The valid failures plus one more at `date`.
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
