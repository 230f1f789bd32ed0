import TimelineCore

extension TimelineError {
    /// Which command helps, where one does.
    var hint: String? {
        switch self {
        case .notLoggedIn: "Use `timeline login`, or `timeline signup` for a new account."
        case .emailTaken: "Use `timeline login`."
        case .userHasAccount: "Use `timeline login` with its e-mail."
        case .userHasNoAccount: "`timeline signup --claim USER` gives an imported user an account."
        case .userNotFound: "`timeline users` lists everyone."
        case .postNotFound: "`timeline feed` lists posts with their names."
        case .commentNotFound, .itemNotFound:
            "`timeline feed` lists posts with their names, `timeline show POST` its comments."
        case .photoCountRefused: "Give --image once for each."
        case .clockBehind:
            "Set the clock; if it is right, `timeline doctor --repair` moves what is dated ahead to the present."
        case .storageFailed: "`timeline doctor` checks the store."
        default: nil
        }
    }
}
