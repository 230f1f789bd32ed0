#if Server
import Foundation
import TimelineCore

/// Delays addresses that send many wrong passwords, whichever emails they try.
///
/// The engine throttles each email by itself. It keeps nothing on disk: a restart forgets
/// addresses, but not the failures of emails.
final class LoginThrottle: Sendable {
    /// The number of failures without a delay; a household shares an address.
    static let freeFailures = 20
    /// The maximum number of concurrent attempts from one address.
    static let attemptsAtOnce = 4
    /// The maximum number of addresses; above it, the one with the oldest failure is evicted.
    static let addressLimit = 10_000
    /// The time in seconds after which failures expire, counted from the last.
    static let memory: TimeInterval = 3600
    /// The delay in seconds after the last free failure; it doubles with each further one.
    static let firstDelay: TimeInterval = 5

    private struct Record {
        var failures = 0
        var last = Date.distantPast
        var running = 0

        /// The date of the next permitted attempt.
        var nextTry: Date {
            guard failures >= freeFailures else { return .distantPast }
            let delay = firstDelay * Double(1 << min(failures - freeFailures, 10))
            return last.addingTimeInterval(min(delay, memory))
        }
    }

    private let now: @Sendable () -> Date
    private let records = Lock<[String: Record]>([:])

    /// Creates a throttle with a clock.
    init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// Runs an attempt to log in or sign up from an address.
    ///
    /// - Throws: `TimelineError.tooManyAttempts` before the address may try again;
    ///   ``RequestFault/tooManyAtOnce``; the error of `attempt`, of which wrong passwords count.
    func attempt<Answer>(
        from address: String?,
        _ attempt: () async throws -> Answer
    ) async throws -> Answer {
        let key = Self.key(address)
        try begin(key)
        do {
            let answer = try await attempt()
            end(key, failed: false)
            return answer
        } catch {
            let isWrong = error as? TimelineError == .wrongPassword
            end(key, failed: isWrong)
            throw error
        }
    }

    private func begin(_ key: String) throws {
        let date = now()
        try records.withLock { records in
            var record = records[key] ?? Record()
            if date.timeIntervalSince(record.last) > Self.memory { record.failures = 0 }
            guard date >= record.nextTry else {
                throw TimelineError.tooManyAttempts(until: record.nextTry)
            }
            guard record.running < Self.attemptsAtOnce else { throw RequestFault.tooManyAtOnce }
            record.running += 1
            records[key] = record
        }
    }

    private func end(_ key: String, failed: Bool) {
        let date = now()
        records.withLock { records in
            guard var record = records[key] else { return }
            record.running -= 1
            if failed {
                record.failures += 1
                record.last = date
            }
            records[key] = record.failures == 0 && record.running == 0 ? nil : record
            if records.count > Self.addressLimit { evict(&records) }
        }
    }

    /// Drops the address with the oldest failure, unless an attempt of it runs.
    private func evict(_ records: inout [String: Record]) {
        let idle = records.lazy.filter { $0.value.running == 0 }
        if let oldest = idle.min(by: { $0.value.last < $1.value.last }) {
            records[oldest.key] = nil
        }
    }

    /// The network of an IPv6 address, of which a visitor has the whole (RFC 6177); or the address.
    private static func key(_ address: String?) -> String {
        guard let address, address.contains(":") else { return address ?? "" }
        return address.split(separator: ":", omittingEmptySubsequences: false).prefix(4)
            .joined(separator: ":")
    }
}
#endif
