import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TimelineCore
import TimelineCrypto

/// One of the interfaces that apps use, which pages do not.
enum ClientAPI: Hashable, Sendable {
    /// The client API of Mastodon, and the documents by which apps discover it.
    case mastodon
    /// The endpoints of OAuth that apps call (RFC 6749).
    case oauth
    /// The Instagram API of version 1.
    case instagram
    /// The endpoint that gives apps of the Instagram API their tokens.
    case instagramTokens
    /// Listings in Reddit's form.
    case reddit

    /// Returns the interface to which a path belongs, or `nil` if it belongs to the pages.
    init?(path: String) {
        switch path.split(separator: "/").first {
        case "api" where path.hasPrefix("/api/v1/access_token"): self = .reddit
        case "api", "media", "nodeinfo", ".well-known": self = .mastodon
        case "oauth" where path.hasPrefix("/oauth/access_token"): self = .instagramTokens
        case "oauth" where !path.hasPrefix("/oauth/authorize"): self = .oauth
        case "v1": self = .instagram
        case "r", "top", "top.json", "hot", "hot.json", "new.json": self = .reddit
        default: return nil
        }
    }

    /// Returns the response that reports an error of a request, in the form of the interface.
    func failure(_ failure: ErrorReport, of request: Request) -> Response {
        let status = status(of: failure)
        var response = Response(status: status) { json in
            switch self {
            case .mastodon:
                json.field("error", Self.mastodonError(failure, of: request))
                json.field("error_description", failure.message)
                json.field("code", failure.code)
            case .reddit:
                json.field("error", status.code)
                json.field("message", failure.message)
            case .oauth:
                json.field("error", OAuthError.code(of: failure))
                json.field("error_description", failure.message)
            case .instagram:
                json.object("meta") { json in
                    json.field("code", status.code)
                    json.field("error_type", Self.instagramType(of: failure))
                    json.field("error_message", Self.instagramMessage(failure))
                }
            case .instagramTokens:
                json.field("code", status.code)
                json.field("error_type", "OAuthException")
                json.field("error_message", failure.message)
            }
        }
        if status == .unauthorized, self == .mastodon {
            response.headers[.wwwAuthenticate] = "Bearer realm=\"Timeline\", error=\"invalid_token\""
        }
        return response
    }

    /// Returns the text that clients compare to find out what has happened, or else the sentence.
    private static func mastodonError(_ failure: ErrorReport, of request: Request) -> String {
        switch failure.code {
        case TimelineError.notLoggedIn.code:
            let token = try? APIToken(of: request)  // One of another form is not valid.
            return token?.session == nil ? APIText.invalidToken : APIText.revokedToken
        case TimelineError.scopeMissing("").code: return APIText.scopeMissing
        default: return failure.status == .notFound ? APIText.notFound : failure.message
        }
    }

    /// Returns the status of the response, which in the Instagram API is 400 for most faults of an
    /// app.
    private func status(of failure: ErrorReport) -> HTTPResponse.Status {
        switch (self, failure.status) {
        // Where no route exists, the status remains.
        case (.instagram, .notFound) where failure.code == RequestError.pageNotFound.code: .notFound
        case (.instagram, .unauthorized), (.instagram, .forbidden), (.instagram, .notFound),
            (.instagram, .conflict), (.instagram, .unprocessableContent),
            (.instagramTokens, .unauthorized), (.instagramTokens, .forbidden),
            (.instagramTokens, .unprocessableContent):
            .badRequest
        case (_, let status): status
        }
    }

    private static func instagramType(of failure: ErrorReport) -> String {
        switch failure.code {
        case TimelineError.notLoggedIn.code: "OAuthAccessTokenException"
        case TimelineError.scopeMissing("").code: "OAuthPermissionsException"
        default:
            switch failure.status {
            case .forbidden: "APINotAllowedError"
            case .notFound: "APINotFoundError"
            case .tooManyRequests: "OAuthRateLimitException"
            default: "APIInvalidParametersError"
            }
        }
    }

    private static func instagramMessage(_ failure: ErrorReport) -> String {
        failure.code == TimelineError.notLoggedIn.code
            ? APIText.credentialInvalid : failure.message
    }
}

/// Treats calls of the client APIs as such: pages of any origin may make them, and their number is
/// limited.
///
/// The router must add it before the middleware for errors, so that errors also receive its fields.
/// It leaves the pages alone.
struct ClientAPIMiddleware: RouterMiddleware {
    /// The parts that all routes share.
    let site: Site

    /// The fields that let pages of other origins read the responses.
    ///
    /// Without `Access-Control-Allow-Credentials`, browsers send no cookies.
    private static let fields: HTTPFields = {
        var fields = HTTPFields()
        fields[.accessControlAllowOrigin] = "*"
        fields[.accessControlExposeHeaders] =
            "Link, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After"
        fields[.crossOriginResourcePolicy] = "cross-origin"
        fields[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        fields[named: "Referrer-Policy"] = "no-referrer"
        return fields
    }()

    private static let preflight: HTTPFields = {
        var fields = HTTPFields()
        fields[.accessControlAllowMethods] = "GET, POST, PUT, PATCH, DELETE, OPTIONS"
        fields[.accessControlAllowHeaders] = "Authorization, Content-Type, Idempotency-Key"
        fields[.accessControlMaxAge] = "86400"
        return fields
    }()

    func handle(
        _ request: Request,
        context: ServerContext,
        next: @concurrent (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard let api = ClientAPI(path: request.uri.path) else {
            return try await next(request, context)
        }
        var response: Response
        if request.method == .options {
            response = try await next(request, context)
            // The other middleware has accepted the host; no route answers this method.
            if response.status == .notFound {
                response = Response(status: .noContent, headers: Self.preflight)
            }
        } else {
            let use = site.rates.use(of: request, api, from: context.address)
            response =
                use.isAllowed
                ? try await next(request, context)
                : api.failure(
                    ErrorReport(RequestError.tooManyCalls, at: site.environment.now()),
                    of: request
                )
            // Clients of Reddit expect fields of their own.
            if api != .reddit { response.headers = response.headers.merging(use.fields) }
        }
        response.headers = response.headers.merging(Self.fields)
        return response
    }
}

/// Limits the number of calls of each app, and of each address.
final class RateLimiter: Sendable {
    /// The usual number of calls of a token in each period.
    static let usualLimit = 7500
    /// How many times as many calls an address may make, because a household shares one.
    static let addressFactor = 4
    /// The period: five minutes, in seconds.
    static let period: TimeInterval = 300
    /// The maximum number of stored counts.
    ///
    /// If it is exceeded, those of earlier periods are removed, or else all.
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

    private let limit: Int
    private let now: @Sendable () -> Date
    private let counts = Lock<[String: Count]>([:])

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
            ? try? APIParameters(query: request)[APIToken.parameter]  // The route reports it.
            : request.headers[.authorization]
        let token = text.map { SHA256.hash(Array($0.utf8)).bytes }
        return counts.withLock { counts in
            let all = Self.count("address \(LoginThrottle.key(address))", at: date, in: &counts)
            let left = limit * Self.addressFactor - all.calls
            guard let token, left >= 0 else {
                return Use(limit: limit, remaining: min(left, limit), reset: all.end, now: date)
            }
            let own = Self.count("\(token)", at: date, in: &counts)
            return Use(limit: limit, remaining: limit - own.calls, reset: own.end, now: date)
        }
    }

    private static func count(
        _ key: String,
        at date: Date,
        in counts: inout [String: Count]
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
