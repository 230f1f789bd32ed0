import TimelineCore

extension TimelineError {
    /// A hint that helps the user fix the error, as a full sentence, or `nil` if none is known.
    var hint: String? {
        switch self {
        case .notLoggedIn: ErrorText.logInOrSignUp
        case .emailTaken, .userHasAccount, .deviceKeyRevoked: ErrorText.logIn
        case .userHasNoAccount: ErrorText.claim
        case .userNotFound: ErrorText.listsUsers
        case .postNotFound: ErrorText.listsPosts
        case .commentNotFound, .itemNotFound: ErrorText.listsComments
        case .clockBehind: ErrorText.clock
        case .storageFailed(let failure):
            if failure.isDiskFull {
                ErrorText.freesSpace
            } else {
                failure.isOutsideStore ? ErrorText.checksPath : ErrorText.checksStore
            }
        default: nil
        }
    }
}
