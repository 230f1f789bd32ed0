import HTTPTypes
import TimelineCore

extension TimelineError {
    /// The HTTP status with which a response reports the error.
    var status: HTTPResponse.Status {
        switch self {
        case .photoRefused(.tooLarge, _): .contentTooLarge
        case .invalidUsername, .invalidEmail, .passwordRefused, .invalidText, .invalidURL,
            .invalidPlace, .invalidDistance, .invalidTag, .invalidCursor,
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
        case .notYours, .userBlocked, .blockedByUser: .forbidden
        case .tooManyAttempts: .tooManyRequests
        case .storageFailed, .storeTooNew, .storeTooOld, .notAStore: .internalServerError
        case .storageBusy, .storageReadOnly, .busy, .clockBehind: .serviceUnavailable
        }
    }
}
