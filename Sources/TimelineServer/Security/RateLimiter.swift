import Foundation
import HTTPTypes
import Hummingbird
import TimelineCore
import TimelineCrypto

/// Limits the number of calls of each app, and of each address.
final class RateLimiter: Sendable {
    /// How many times as many calls an address may make, because a household shares one.
    static let addressFactor = 4
    /// The period: five minutes, in seconds.
    static let period: TimeInterval = 300
    /// The maximum number of stored counts of tokens, and of addresses.
    ///
    /// If one is exceeded, its counts of earlier periods are removed, or else all of them. Tokens
    /// can be invented, so they have no effect on the counts of addresses.
    static let countLimit = 10_000

    /// The outcome of a call.
    struct Use {
        let limit: Int
        let remaining: Int
        let reset: Date
        let now: Date

        /// Whether the call is within the limit.
        var isAllowed: Bool { limit == 0 || remaining >= 0 }

        /// The fields that tell the app how many calls it has left.
        var fields: HTTPFields {
            guard limit > 0 else { return [:] }
            var fields = HTTPFields()
            fields[named: "X-RateLimit-Limit"] = "\(limit)"
            fields[named: "X-RateLimit-Remaining"] = "\(max(0, remaining))"
            fields[named: "X-RateLimit-Reset"] = APIDate.text(of: reset)
            guard !isAllowed else { return fields }
            fields[.retryAfter] = "\(max(1, Int(reset.timeIntervalSince(now).rounded(.up))))"
            return fields
        }
    }

    fileprivate struct Count {
        var start: Date
        var calls = 0
    }

    private struct Counts {
        var addresses: [String: Count] = [:]
        var tokens: [[UInt8]: Count] = [:]
    }

    private let limit: Int
    private let now: @Sendable () -> Date
    private let counts = Lock(Counts())

    /// Creates a limiter, which limits nothing if `limit` is 0.
    init(limit: Int, now: @escaping @Sendable () -> Date) {
        self.limit = limit
        self.now = now
    }

    /// Counts a call, for its token if it has one, and for its address.
    func use(of request: Request, _ api: ClientAPI, from address: String?) -> Use {
        let date = now()
        guard limit > 0 else { return Use(limit: 0, remaining: 0, reset: date, now: date) }
        let text =
            api == .instagram
            ? try? APIParameters(query: request)[ClientAPI.tokenParameter]  // The route reports it.
            : request.headers[.authorization]?.split(separator: " ").last.map(String.init)
        let token = text.map { SHA256.hash(Array($0.utf8)).bytes }
        return counts.withLock { counts in
            let all = Self.count(LoginThrottle.key(address), at: date, in: &counts.addresses)
            let left = limit * Self.addressFactor - all.calls
            guard let token, left >= 0 else {
                return Use(limit: limit, remaining: min(left, limit), reset: all.end, now: date)
            }
            let own = Self.count(token, at: date, in: &counts.tokens)
            return Use(limit: limit, remaining: limit - own.calls, reset: own.end, now: date)
        }
    }

    private static func count<Key>(
        _ key: Key,
        at date: Date,
        in counts: inout [Key: Count]
    ) -> Count {
        if counts.count >= countLimit, counts[key] == nil {
            counts = counts.filter { date < $0.value.end }
            if counts.count >= countLimit { counts = [:] }
        }
        var count = counts[key] ?? Count(start: date)
        if date >= count.end || date < count.start { count = Count(start: date) }
        count.calls += 1
        counts[key] = count
        return count
    }
}

extension RateLimiter.Count {
    fileprivate var end: Date { start + RateLimiter.period }
}
