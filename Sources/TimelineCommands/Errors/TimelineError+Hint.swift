import TimelineCore

extension TimelineError {
    /// The command that helps, as a full sentence; `nil` if none does.
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
