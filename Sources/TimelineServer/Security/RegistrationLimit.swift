import Foundation
import TimelineCore

/// Limits the number of apps that an address registers.
final class RegistrationLimit: Sendable {
    /// The maximum number of registrations of an address in an hour.
    static let limit = 60

    private let now: @Sendable () -> Date
    private let dates = Lock<[String: [Date]]>([:])

    /// Creates a limit with the given clock.
    init(now: @escaping @Sendable () -> Date) { self.now = now }

    /// Registers an app.
    ///
    /// - Throws: ``RequestError/tooManyCalls``, or any error thrown by `register`.
    func attempt<Result>(
        from address: String?,
        _ register: () async throws -> Result
    ) async throws -> Result {
        let (key, date) = (LoginThrottle.key(address), now())
        let isAllowed = dates.withLock { dates in
            dates = dates.compactMapValues { list in
                let recent = list.filter { abs(date.timeIntervalSince($0)) < 3600 }
                return recent.isEmpty ? nil : recent
            }
            guard dates[key, default: []].count < Self.limit else { return false }
            dates[key, default: []].append(date)
            return true
        }
        guard isAllowed else { throw RequestError.tooManyCalls }
        return try await register()
    }
}
