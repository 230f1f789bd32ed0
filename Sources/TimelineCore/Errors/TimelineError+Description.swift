import Foundation

extension TimelineError: CustomStringConvertible {
    /// A full sentence for a person, which says what to do.
    public var description: String {
        switch self {
        case .invalidUsername(let name):
            "“\(name)” cannot be a username; take 1 to 30 of a–z, 0–9, “_” and “.”."
        case .invalidEmail(let email):
            "“\(email)” is not an e-mail address; it should look like name@example.org."
        case .passwordRefused(let fault): fault.description
        case .invalidText(.empty(let field)): "The \(field.rawValue) is empty; write something."
        case .invalidText(.tooLong(let field, let limit)):
            "The \(field.rawValue) is too long; it may have up to \(limit) characters."
        case .invalidText(.holdsNull(let field)):
            "The \(field.rawValue) holds a null character; take it out."
        case .invalidURL(let url): "“\(url)” is not a web address; it should start with https://."
        case .invalidPlace(let place):
            "“\(place)” is not a place; give a name, or a position as LAT,LON such as -33.9,18.4."
        case .photoRefused(let fault, let name?): "\(name) \(fault)."
        case .photoRefused(let fault, nil): "The picture \(fault)."
        case .photoCountRefused(let count):
            "A post has one to ten photos, not \(count); give --image once for each."
        case .selfFollow: "You see your own posts already; follow someone else."
        case .archiveUnreadable(let reason): "The archive cannot be read: \(reason)"
        case .invalidIdentifier(let text):
            "“\(text)” names no post or comment; give at least the last 4 of its 20 characters."
        case .ambiguousIdentifier(let text, let candidates):
            "“\(text)” fits \(candidates.joined(separator: " and ")); give more of its last characters."
        case .identifierInFuture(let id):
            "\(id) was made more than five minutes in the future; check the clocks."
        case .identifierConflict(let id):
            "\(id) names something else here already; nothing of this batch was taken."
        case .postNotFound(let name):
            "There is no post “\(name)”; `timeline feed` lists the posts with their names."
        case .commentNotFound(let name):
            "There is no comment “\(name)”; `timeline show POST` lists a post's comments."
        case .itemNotFound(let name):
            "There is no post or comment “\(name)”; `timeline feed` and `timeline show POST` list them."
        case .fileNotFound(let path): "There is no file “\(path)”; check the path."
        case .userNotFound(let name):
            "There is no user “\(name)”; `timeline users` lists everyone."
        case .usernameTaken(let name): "The username “\(name)” is taken; choose another."
        case .emailTaken: "This e-mail has an account already; log in with `timeline login`."
        case .userHasAccount(let name): "@\(name) has an account already; log in with its e-mail."
        case .fileExists(let path): "There is a file “\(path)” already; give another name with -o."
        case .wrongPassword: "The e-mail or the password is wrong; try again."
        case .tooManyAttempts(let date):
            "Too many wrong passwords; try again after \(date.formatted(.iso8601))."
        case .notLoggedIn:
            "You are not logged in; use `timeline login`, or `timeline signup` for a new account."
        case .notYours(.editPost): "Only its author may edit a post."
        case .notYours(.deletePost): "Only its author may delete a post."
        case .notYours(.deleteComment): "Only its author or the post's author may delete a comment."
        case .storageFailed(let failure):
            "\(failure.operation) failed: \(failure.reason). Check the disk and the folder's permissions."
        case .storageBusy: "Another process keeps the store busy; try again in a moment."
        case .storeTooNew:
            "This store was written by a newer version of Timeline; update `timeline` to open it."
        }
    }
}
