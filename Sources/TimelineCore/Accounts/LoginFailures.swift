public import Foundation

/// A record of the consecutive failed logins for an email.
///
/// The record determines how long new attempts are blocked.
public struct LoginFailures: Hashable, Sendable {
    /// The number of wrong passwords since the last correct password.
    public let count: Int
    /// The date of the most recent wrong password.
    public let last: Date

    /// The number of consecutive failures after which new attempts are delayed.
    public static let free = 10

    /// The time after the most recent failure at which a record expires: 24 hours, in seconds.
    public static let memory: TimeInterval = 24 * 60 * 60

    /// A record without any failures.
    public static let none = LoginFailures(count: 0, last: .distantPast)

    /// Creates a record of failed logins.
    public init(count: Int, last: Date) {
        self.count = count
        self.last = last
    }

    /// The date from which the next attempt is permitted.
    ///
    /// The delay is 30 seconds after the tenth failure and doubles with each additional failure, up
    /// to one hour. NIST SP 800-63B-4, section 3.2.2, suggests this range.
    public var nextTry: Date {
        guard count >= Self.free else { return .distantPast }
        let doublings = min(count - Self.free, 7)
        return last.addingTimeInterval(min(30 * Double(1 << doublings), 3600))
    }

    /// Returns the record if it is still valid at `date`, or ``none`` if it has expired or is dated
    /// in the future.
    ///
    /// Concurrent attempts may record their failures out of order, so a record is valid even if it
    /// is dated up to five minutes in the future.
    func counting(at date: Date) -> LoginFailures {
        (-TimelineEnvironment.clockTolerance..<Self.memory).contains(date.timeIntervalSince(last))
            ? self : .none
    }

    /// Returns the record with one more failure at `date`.
    ///
    /// Earlier failures that are no longer valid are dropped.
    func adding(at date: Date) -> LoginFailures {
        LoginFailures(count: counting(at: date).count + 1, last: date)
    }

    /// Rejects an attempt that is made before ``nextTry``.
    ///
    /// - Throws: ``TimelineError/tooManyAttempts(until:)`` if the attempt is too early.
    func checkTry(at date: Date) throws(TimelineError) {
        let nextTry = counting(at: date).nextTry
        guard date >= nextTry else { throw .tooManyAttempts(until: nextTry) }
    }
}
