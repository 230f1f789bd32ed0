import Foundation
import HTTPTypes
import Hummingbird
import TimelineCore
import TimelinePages
import TimelineSync

/// The status, code and message with which a response reports an error.
struct ErrorReport: Hashable {
    let status: HTTPResponse.Status
    let code: String
    let message: String
    /// The form field that caused the error, or `nil` if the error concerns the whole form.
    let field: FormField?
    /// What else is wrong with the form, each at its field.
    private(set) var others: [FormError] = []
    /// The indexes of the photos that were refused, in the order in which they were sent.
    private(set) var photos: [Int] = []
    /// The number of seconds after which another attempt may succeed, or `nil` if it is unknown.
    let retryAfter: Int?

    /// Creates the report of an error.
    ///
    /// The report of an unexpected error reveals no details.
    init(_ error: any Error, at now: Date) {
        switch error {
        case let error as TimelineError:
            self.init(
                error.status,
                error.code,
                error.message(at: now),
                error.field,
                error.delay(from: now)
            )
        case let error as FieldError:
            let failure = ErrorReport(error.error, at: now)
            self.init(failure.status, failure.code, failure.message, error.field)
        case let error as FormFaults:
            let failures = error.errors.map { ErrorReport($0, at: now) }
            self = failures.first ?? ErrorReport(RequestError.malformed, at: now)
            others = failures.dropFirst().map { FormError($0.field, $0.message) }
            photos = error.photos
        case PairingError.invalidAddress, PairingError.addressScheme:
            self.init(.unprocessableContent, "invalid-address", Self.invalidAddress, .address)
        case let fault as RequestError:
            self.init(fault.status, fault.code, fault.description, fault.field)
        case let error as APIError:
            self.init(error.status, error.code, error.description)
        case let error as OAuthError:
            self.init(error.status, error.code, error.description)
        case let error as HTTPError where error.status == .notFound:
            self.init(RequestError.pageNotFound, at: now)
        case let error as HTTPError where error.status.kind == .clientError:
            self.init(error.status, RequestError.malformed.code, "\(RequestError.malformed)")
        default:
            self.init(.internalServerError, "unexpected", Self.unexpected)
        }
    }

    /// Everything that is wrong with the form.
    var faults: [FormError] { [FormError(field, message)] + others }

    private init(
        _ status: HTTPResponse.Status,
        _ code: String,
        _ message: String,
        _ field: FormField? = nil,
        _ retryAfter: Int? = nil
    ) {
        self.status = status
        self.code = code
        self.message = message
        self.field = field
        self.retryAfter = retryAfter
    }
}

extension ErrorReport {
    /// The header fields that tell the client when to try again.
    var fields: HTTPFields {
        var fields = HTTPFields()
        fields[.retryAfter] = retryAfter.map { "\($0)" }
        return fields
    }
}

extension TimelineError {
    /// Returns the message for visitors, which reveals nothing about the files of the store.
    fileprivate func message(at now: Date) -> String {
        guard case .storageFailed(let failure) = self else { return description(at: now) }
        return failure.isDiskFull ? ErrorReport.diskFull : ErrorReport.unexpected
    }

    /// Returns the number of seconds after which another attempt may succeed, or `nil` if it is
    /// unknown.
    fileprivate func delay(from now: Date) -> Int? {
        switch self {
        case .tooManyAttempts(let date): max(1, Int(date.timeIntervalSince(now).rounded(.up)))
        case .busy, .storageBusy: 1
        default: nil
        }
    }
}

/// An error with the form field that caused it, for errors that usually have a different field.
struct FieldError: Error {
    /// The form field that caused the error.
    let field: FormField
    /// The error that the field caused.
    let error: TimelineError
}

/// All errors of a form that has several.
struct FormFaults: Error {
    /// The errors, at least one.
    let errors: [TimelineError]
    /// The indexes of the files that were refused.
    var photos: [Int] = []
}

extension TimelineError {
    /// The form field that caused the error, or `nil` if the error concerns the whole form.
    var field: FormField? {
        switch self {
        case .invalidUsername, .usernameTaken: .username
        case .invalidEmail, .emailTaken: .email
        case .passwordRefused, .wrongPassword, .wrongOwnPassword: .password
        case .invalidText(.empty(let field)), .invalidText(.tooLong(let field, _)),
            .invalidText(.containsNull(let field)), .invalidText(.containsControl(let field)):
            field.field
        case .invalidURL: .url
        case .invalidPlace: .place
        case .invalidDistance: .radius
        case .photoRefused, .photoCountRefused: .photo
        default: nil
        }
    }
}

extension TextField {
    /// The form field that contains this text.
    fileprivate var field: FormField {
        switch self {
        case .caption: .caption
        case .comment: .text
        case .displayName: .name
        case .bio: .bio
        case .url: .url
        case .alt: .alt
        case .placeName: .place
        case .appName: .name
        }
    }
}

extension TimelineError {
    /// The HTTP status with which a response reports the error.
    var status: HTTPResponse.Status {
        switch self {
        case .photoRefused(.tooLarge, _): .contentTooLarge
        case .invalidUsername, .invalidEmail, .passwordRefused, .invalidText, .invalidURL,
            .invalidPlace, .invalidDistance, .invalidTag, .invalidCursor, .invalidScope,
            .invalidRedirect,
            .photoRefused, .photoCountRefused, .invalidIdentifier, .ambiguousIdentifier,
            .identifierInFuture, .selfFollow, .backupRefused,
            .archiveUnreadable:
            .unprocessableContent
        case .postNotFound, .commentNotFound, .itemNotFound, .photoNotFound, .photoNotArrived,
            .userNotFound, .userHasNoAccount:
            .notFound
        case .usernameTaken, .emailTaken, .userHasAccount: .conflict
        case .wrongPassword, .wrongOwnPassword, .notLoggedIn: .unauthorized
        case .rootKeySealed, .userFollowedByOthers, .userNotSynced, .userNotImported,
            .deviceKeyRevoked:
            .conflict
        case .scopeMissing, .notYours, .userBlocked, .blockedByUser: .forbidden
        case .tooManyAttempts: .tooManyRequests
        case .storageFailed(let failure) where failure.isOfServer: .serviceUnavailable
        case .storageFailed, .storeTooNew, .storeTooOld, .notAStore: .internalServerError
        case .storageBusy, .storageReadOnly, .busy, .clockBehind: .serviceUnavailable
        }
    }
}
