import Foundation
import TimelineCore

/// Temporarily rejects attempts from an IP address that has sent many wrong passwords, even if they
/// were for different emails.
///
/// In addition, the engine throttles each email. This throttle stores nothing on disk, so a restart
/// resets the failures of addresses but not those of emails.
final class LoginThrottle: Sendable {
    /// The number of failures after which delays start.
    ///
    /// It is high because households share an address.
    static let freeFailures = 20
    /// The maximum number of concurrent attempts from an address.
    static let attemptsAtOnce = 4
    /// The maximum number of stored addresses.
    ///
    /// If it is exceeded, the address with the oldest failure is evicted.
    static let addressLimit = 10_000
    /// The time after which failures expire, in seconds since the most recent failure.
    static let memory: TimeInterval = 3600
    /// The first delay, in seconds.
    ///
    /// The delay doubles with each additional failure.
    static let firstDelay: TimeInterval = 5

    private struct Record {
        var failures = 0
        var last = Date.distantPast
        var running = 0

        /// The earliest date at which another attempt is permitted.
        var nextTry: Date {
            guard failures >= freeFailures else { return .distantPast }
            let delay = firstDelay * Double(1 << min(failures - freeFailures, 10))
            return last.addingTimeInterval(min(delay, memory))
        }
    }

    private let now: @Sendable () -> Date
    private let records = Lock<[String: Record]>([:])

    /// Creates a throttle with the given clock.
    init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// Runs an attempt from an address, such as a login, a sign-up or a change of the password.
    ///
    /// - Throws: `TimelineError.tooManyAttempts` if the address must wait,
    ///   ``RequestError/tooManyAtOnce`` if too many attempts are running, or any error thrown by
    ///   `attempt`. Only wrong passwords, and emails that have an account already, count as failures.
    func attempt<Result>(
        from address: String?,
        _ attempt: () async throws -> Result
    ) async throws -> Result {
        let key = Self.key(address)
        try begin(key)
        do {
            let answer = try await attempt()
            end(key, failed: false)
            return answer
        } catch {
            let errors =
                (error as? FormFaults)?.errors ?? [error as? TimelineError].compactMap(\.self)
            // A taken email tells who has an account, which nobody should try out in bulk.
            let failures: [TimelineError] = [.wrongPassword, .wrongOwnPassword, .emailTaken]
            end(key, failed: errors.contains(where: failures.contains))
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
            guard record.running < Self.attemptsAtOnce else { throw RequestError.tooManyAtOnce }
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

    /// Removes the address with the oldest failure, among those without running attempts.
    private func evict(_ records: inout [String: Record]) {
        let idle = records.lazy.filter { $0.value.running == 0 }
        if let oldest = idle.min(by: { $0.value.last < $1.value.last }) {
            records[oldest.key] = nil
        }
    }

    /// The first bytes of IPv6 addresses that contain an IPv4 address.
    private static let mappedPrefix: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]

    /// Returns the key under which failures are counted.
    ///
    /// The key is an IPv4 address, or the first 64 bits of an IPv6 address in hexadecimal. These
    /// bits usually identify a network, and a visitor may control all of its addresses (RFC 6177).
    ///
    /// A server that listens on `::` receives IPv4 addresses as `::ffff:192.0.2.1` (RFC 4291).
    static func key(_ address: String?) -> String {
        var bytes = in6_addr()
        guard let address, inet_pton(AF_INET6, address, &bytes) == 1 else { return address ?? "" }
        return withUnsafeBytes(of: bytes) { bytes in
            guard !bytes.starts(with: mappedPrefix) else {
                return bytes.suffix(4).map { "\($0)" }.joined(separator: ".")
            }
            return bytes.prefix(8).map { String(format: "%02x", Int($0)) }.joined()
        }
    }
}
