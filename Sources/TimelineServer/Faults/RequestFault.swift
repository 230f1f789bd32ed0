#if Server
import HTTPTypes

/// A fault of a request that the server rejects before the engine sees it.
enum RequestFault: Error, Hashable {
    /// The request cannot be parsed.
    case malformed
    /// The form was not made by this server for this visitor, or another site sent it.
    case forged
    /// Visitors cannot sign up here.
    case signUpClosed
    /// No page has this path.
    case pageNotFound
    /// The body has no stated length.
    case lengthMissing
    /// The body has more than this number of bytes.
    case tooLarge(limit: Int)
    /// The Host header contains a name that does not belong to this server.
    case wrongHost
    /// The visitor sent this number of requests of one kind at once.
    case tooManyAtOnce

    /// A stable identifier for programs, in kebab case.
    var code: String {
        switch self {
        case .malformed: "malformed-request"
        case .forged: "forged-form"
        case .signUpClosed: "sign-up-closed"
        case .pageNotFound: "page-not-found"
        case .lengthMissing: "length-missing"
        case .tooLarge: "request-too-large"
        case .wrongHost: "wrong-host"
        case .tooManyAtOnce: "too-many-requests"
        }
    }

    /// The status of the response.
    var status: HTTPResponse.Status {
        switch self {
        case .malformed: .badRequest
        case .forged, .signUpClosed: .forbidden
        case .pageNotFound: .notFound
        case .lengthMissing: .lengthRequired
        case .tooLarge: .contentTooLarge
        case .wrongHost: .misdirectedRequest
        case .tooManyAtOnce: .tooManyRequests
        }
    }
}
#endif
