import TimelineCore

extension TimelineError: ReportableError {
    /// The exit status of the command, as defined in BSD's `sysexits.h`.
    var exitCode: Int32 {
        switch self {
        case .invalidUsername, .invalidEmail, .passwordRefused, .invalidText, .invalidURL,
            .invalidPlace, .invalidDistance, .invalidTag, .invalidCursor,
            .photoRefused, .photoCountRefused, .invalidIdentifier, .ambiguousIdentifier,
            .identifierInFuture, .selfFollow, .backupRefused, .archiveUnreadable:
            65
        case .postNotFound, .commentNotFound, .itemNotFound, .photoNotFound,
            .photoNotArrived:
            66
        case .userNotFound, .userHasNoAccount: 67
        case .usernameTaken, .emailTaken, .userHasAccount: 73
        case .storageFailed, .storeTooNew, .storeTooOld, .notAStore: 74
        case .storageBusy, .storageReadOnly, .busy, .clockBehind: 75
        case .wrongPassword, .wrongOwnPassword, .tooManyAttempts, .rootKeySealed, .notLoggedIn,
            .notYours, .userBlocked, .blockedByUser, .userFollowedByOthers, .userNotSynced,
            .userNotImported, .deviceKeyRevoked:
            77
        }
    }
}
