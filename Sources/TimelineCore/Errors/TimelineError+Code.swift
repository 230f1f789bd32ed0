extension TimelineError {
    /// The error's stable name, for programs; it never changes with the wording.
    public var code: String {
        switch self {
        case .invalidUsername: "invalid-username"
        case .invalidEmail: "invalid-email"
        case .passwordRefused: "password-refused"
        case .invalidText: "invalid-text"
        case .invalidURL: "invalid-url"
        case .invalidPlace: "invalid-place"
        case .photoRefused: "photo-refused"
        case .photoCountRefused: "photo-count-refused"
        case .invalidIdentifier: "invalid-identifier"
        case .ambiguousIdentifier: "ambiguous-identifier"
        case .identifierInFuture: "identifier-in-future"
        case .identifierConflict: "identifier-conflict"
        case .selfFollow: "self-follow"
        case .archiveUnreadable: "archive-unreadable"
        case .postNotFound: "post-not-found"
        case .commentNotFound: "comment-not-found"
        case .itemNotFound: "item-not-found"
        case .fileNotFound: "file-not-found"
        case .userNotFound: "user-not-found"
        case .usernameTaken: "username-taken"
        case .emailTaken: "email-taken"
        case .userHasAccount: "user-has-account"
        case .fileExists: "file-exists"
        case .wrongPassword: "wrong-password"
        case .tooManyAttempts: "too-many-attempts"
        case .notLoggedIn: "not-logged-in"
        case .notYours: "not-yours"
        case .storageFailed: "storage-failed"
        case .storageBusy: "storage-busy"
        case .storeTooNew: "store-too-new"
        }
    }
}
