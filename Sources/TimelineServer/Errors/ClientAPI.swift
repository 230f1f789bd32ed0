import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TimelineCore

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

    /// The parameter in which apps of the Instagram API send their token.
    static let tokenParameter = "access_token"

    /// Returns the interface to which a path belongs, or `nil` if it belongs to the pages.
    ///
    /// Like the router, it ignores empty parts of the path, as in "//oauth/authorize".
    init?(path: String) {
        let parts = path.split(separator: "/")
        switch parts.first {
        case "api" where parts.dropFirst().starts(with: ["v1", "access_token"]): self = .reddit
        case "api", "media", "nodeinfo", ".well-known": self = .mastodon
        case "oauth" where parts.dropFirst().first == "access_token": self = .instagramTokens
        case "oauth" where parts.dropFirst().first != "authorize": self = .oauth
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
            response.headers[.wwwAuthenticate] = Self.challenge
        }
        return response
    }

    /// Returns the text that clients compare to find out what has happened, or else the sentence.
    private static func mastodonError(_ failure: ErrorReport, of request: Request) -> String {
        switch failure.code {
        case TimelineError.notLoggedIn.code:
            let token = request.headers[.authorization]?.split(separator: " ").last
            let isToken = token.flatMap { Session.Token(urlText: String($0)) } != nil
            return isToken ? Self.revokedToken : Self.invalidToken
        case TimelineError.scopeMissing("").code: return Self.scopeMissing
        default: return failure.status == .notFound ? Self.notFound : failure.message
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
        case (.oauth, .unauthorized) where failure.code != OAuthError.unknownApp.code: .badRequest
        case (.oauth, .unprocessableContent): .badRequest
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
            ? Self.credentialInvalid : failure.message
    }
}
