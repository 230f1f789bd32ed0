import HTTPTypes
import TimelineCore
import TimelinePages

/// The reason why the server rejects a request on its own, without an error of the engine.
enum RequestError: Error, Hashable {
    /// The request cannot be parsed.
    case malformed
    /// The form was not created by this server for this visitor, or another site sent it.
    case forged
    /// Visitors cannot sign up on this server.
    case signUpClosed
    /// No page has this path.
    case pageNotFound
    /// The request lacks the length of its body.
    case lengthMissing
    /// The request exceeds a limit, which is given in bytes.
    case tooLarge(limit: Int)
    /// The `Host` header field contains a name that does not belong to this server.
    case wrongHost
    /// Too many attempts from the client's address, such as logins, are in progress.
    case tooManyAtOnce
    /// An app, or an address, has made too many calls.
    case tooManyCalls
    /// The user is already importing or exporting an archive.
    case transferInProgress
    /// The form does not contain an archive.
    case archiveMissing
    /// An export would lack this number of pictures, which cannot be exported, and the user has not
    /// chosen to leave them out.
    case picturesLost(Int)

    /// No photo of the post contains the place where it was taken.
    case placeMissing
    /// No photo of the post, nor the name of its file, contains a date.
    case photoDateMissing
    /// The date or time of the post is none since 1970.
    case invalidDate
    /// The form contains a time without a date.
    case dateMissing
    /// The date of the post is in the future.
    case dateInFuture

    /// The text is no link of an invitation.
    case invalidLink
    /// The invitation has expired.
    case invitationExpired
    /// The name of a device is too long or contains control characters.
    case invalidDeviceName
    /// An identity from another device cannot be used, because of a field.
    case identityRefused(FormField)
    /// The user is already syncing.
    case syncInProgress
    /// None of the user's peers has an address or a folder.
    case noPlaces

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
        case .tooManyCalls: "too-many-calls"
        case .transferInProgress: "transfer-in-progress"
        case .archiveMissing: "archive-missing"
        case .picturesLost: "pictures-lost"
        case .placeMissing: "place-missing"
        case .photoDateMissing: "photo-date-missing"
        case .invalidDate: "invalid-date"
        case .dateMissing: "date-missing"
        case .dateInFuture: "date-in-future"
        case .invalidLink: "invalid-link"
        case .invitationExpired: "invitation-expired"
        case .invalidDeviceName: "invalid-device-name"
        case .syncInProgress: "sync-in-progress"
        case .noPlaces: "no-places"
        case .identityRefused: "identity-refused"
        }
    }

    /// The form field that caused the error, or `nil` if the error concerns the whole request.
    var field: FormField? {
        switch self {
        case .placeMissing: .place
        case .invalidDate, .dateMissing, .dateInFuture, .photoDateMissing: .date
        case .invalidLink, .invitationExpired: .link
        case .invalidDeviceName: .name
        case .noPlaces: .address
        case .identityRefused(let field): field
        default: nil
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
        case .tooManyAtOnce, .tooManyCalls: .tooManyRequests
        case .transferInProgress, .syncInProgress: .conflict
        case .invalidLink, .invitationExpired, .invalidDeviceName, .identityRefused, .noPlaces:
            .unprocessableContent
        case .archiveMissing, .placeMissing, .photoDateMissing, .invalidDate, .dateMissing,
            .dateInFuture:
            .unprocessableContent
        case .picturesLost: .internalServerError
        }
    }
}
