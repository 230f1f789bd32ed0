import Foundation
import TimelineCore

/// Temporarily rejects attempts from an IP address that has sent many wrong passwords, even if they
/// were for different emails.
///
/// In addition, the engine throttles each email. The store has the failures of both, so all servers of
/// a store count them together, and a restart resets nothing. The limit of concurrent attempts is one
/// of this server.
final class LoginThrottle: Sendable {
    /// The number of failures after which delays start.
    ///
    /// It is high because households share an address.
    static let freeFailures = 20
    /// The maximum number of concurrent attempts from an address.
    static let attemptsAtOnce = 4
    /// The time after which failures expire, in seconds since the most recent failure.
    static let memory: TimeInterval = 3600
    /// The first delay, in seconds.
    ///
    /// The delay doubles with each additional failure.
    static let firstDelay: TimeInterval = 5

    private let guest: Guest
    private let now: @Sendable () -> Date
    /// The numbers of running attempts.
    private let running = Lock<[String: Int]>([:])

    /// Creates a throttle for a store, with the given clock.
    init(guest: Guest, now: @escaping @Sendable () -> Date) {
        self.guest = guest
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
        defer { end(key) }
        let failures = try await guest.failures(fromAddress: key)
        let date = now()
        let nextTry = Self.nextTry(after: failures)
        let counts = abs(date.timeIntervalSince(failures.last)) <= Self.memory
        guard date >= nextTry || !counts else {
            throw TimelineError.tooManyAttempts(until: nextTry)
        }
        do {
            return try await attempt()
        } catch {
            let errors =
                (error as? FormFaults)?.errors ?? [error as? TimelineError].compactMap(\.self)
            // A taken email tells who has an account, which nobody should try out in bulk.
            let failures: [TimelineError] = [.wrongPassword, .wrongOwnPassword, .emailTaken]
            if errors.contains(where: failures.contains) {
                try await guest.addFailure(fromAddress: key, countingFor: Self.memory)
            }
            throw error
        }
    }

    /// Returns the earliest date at which another attempt is permitted.
    private static func nextTry(after failures: LoginFailures) -> Date {
        guard failures.count >= freeFailures else { return .distantPast }
        let delay = firstDelay * Double(1 << min(failures.count - freeFailures, 10))
        return failures.last.addingTimeInterval(min(delay, memory))
    }

    private func begin(_ key: String) throws(RequestError) {
        let isAllowed = running.withLock { running in
            guard running[key, default: 0] < Self.attemptsAtOnce else { return false }
            running[key, default: 0] += 1
            return true
        }
        guard isAllowed else { throw .tooManyAtOnce }
    }

    private func end(_ key: String) {
        running.withLock { running in
            let rest = running[key, default: 1] - 1
            running[key] = rest == 0 ? nil : rest
        }
    }

    /// Returns the key under which failures are counted.
    ///
    /// The key is an IPv4 address, or the first 64 bits of an IPv6 address in hexadecimal. These
    /// bits usually identify a network, and a visitor may control all of its addresses (RFC 6177).
    static func key(_ address: String?) -> String {
        guard let bytes = address.flatMap(IPAddress.init)?.bytes else { return address ?? "" }
        guard bytes.count > 4 else { return bytes.map { "\($0)" }.joined(separator: ".") }
        return bytes.prefix(8).map { String(format: "%02x", Int($0)) }.joined()
    }
}
