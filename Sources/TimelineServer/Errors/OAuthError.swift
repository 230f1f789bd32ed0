import HTTPTypes
import TimelineCore

/// The reason why an app receives no token (RFC 6749, section 5.2).
enum OAuthError: Error, Hashable {
    /// The app is not registered, or its secret is wrong.
    case unknownApp
    /// The app may not end this token.
    case unauthorizedApp
    /// The code is wrong, used or expired, or it belongs to another app or address.
    case invalidCode
    /// This kind of grant does not exist, or is not offered here.
    case unsupportedGrant
    /// A parameter is missing or wrong.
    case invalidRequest

    /// The code of the error in responses.
    var code: String {
        switch self {
        case .unknownApp: "invalid_client"
        case .unauthorizedApp: "unauthorized_client"
        case .invalidCode: "invalid_grant"
        case .unsupportedGrant: "unsupported_grant_type"
        case .invalidRequest: "invalid_request"
        }
    }

    /// The status of the response.
    var status: HTTPResponse.Status {
        switch self {
        case .unknownApp: .unauthorized
        case .unauthorizedApp: .forbidden
        case .invalidCode, .unsupportedGrant, .invalidRequest: .badRequest
        }
    }

    /// Returns the code that stands for an error of the engine or the server.
    static func code(of failure: ErrorReport) -> String {
        switch failure.code {
        case unknownApp.code, unauthorizedApp.code, invalidCode.code, unsupportedGrant.code:
            failure.code
        case TimelineError.wrongPassword.code, TimelineError.notLoggedIn.code: invalidCode.code
        case TimelineError.invalidScope("").code: "invalid_scope"
        default: failure.status.kind == .serverError ? "server_error" : invalidRequest.code
        }
    }
}
