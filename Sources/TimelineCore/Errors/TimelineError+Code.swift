extension TimelineError {
    /// A stable identifier for programs, in kebab case.
    ///
    /// It does not depend on the wording of the message.
    public var code: String {
        switch self {
        case .invalidUsername: "invalid-username"
        case .invalidEmail: "invalid-email"
        case .passwordRefused: "invalid-password"
        case .invalidText: "invalid-text"
        case .invalidURL: "invalid-url"
        case .invalidPlace: "invalid-place"
        case .invalidDistance: "invalid-distance"
        case .invalidTag: "invalid-tag"
        case .invalidCursor: "invalid-cursor"
        case .photoRefused: "invalid-photo"
        case .photoCountRefused: "invalid-photo-count"
        case .invalidIdentifier: "invalid-id"
        case .ambiguousIdentifier: "ambiguous-id"
        case .identifierInFuture: "id-in-future"
        case .identifierConflict: "id-conflict"
        case .selfFollow: "self-follow"
        case .archiveUnreadable: "archive-unreadable"
        case .postNotFound: "post-not-found"
        case .commentNotFound: "comment-not-found"
        case .itemNotFound: "item-not-found"
        case .photoNotFound: "photo-not-found"
        case .photoNotArrived: "photo-not-arrived"
        case .userNotFound: "user-not-found"
        case .usernameTaken: "username-taken"
        case .emailTaken: "email-taken"
        case .userHasAccount: "user-has-account"
        case .userHasNoAccount: "user-has-no-account"
        case .wrongPassword: "wrong-password"
        case .tooManyAttempts: "too-many-attempts"
        case .rootKeySealed: "root-key-sealed"
        case .notLoggedIn: "not-logged-in"
        case .notYours: "not-permitted"
        case .storageFailed: "storage-failed"
        case .clockBehind: "clock-behind"
        case .storageBusy: "storage-busy"
        case .storageReadOnly: "storage-read-only"
        case .busy: "busy"
        case .backupRefused: "invalid-backup-folder"
        case .storeTooNew: "store-too-new"
        case .notAStore: "not-a-store"
        }
    }
}
