import TimelineCore

extension TimelineError {
    /// A full sentence that suggests a remedy, or `nil` if there is none.
    var hint: String? {
        switch self {
        case .notLoggedIn: ErrorText.logInOrSignUp
        case .emailTaken, .userHasAccount: ErrorText.logIn
        case .userHasNoAccount: ErrorText.claim
        case .userNotFound: ErrorText.listsUsers
        case .postNotFound: ErrorText.listsPosts
        case .commentNotFound, .itemNotFound: ErrorText.listsComments
        case .photoCountRefused: ErrorText.repeatImage
        case .clockBehind: ErrorText.clock
        case .storageFailed: ErrorText.checksStore
        default: nil
        }
    }
}
