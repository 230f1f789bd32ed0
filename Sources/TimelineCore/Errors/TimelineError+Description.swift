public import Foundation

extension TimelineError: CustomStringConvertible, LocalizedError {
    /// A full sentence for users: the problem, then the remedy.
    public var description: String {
        switch self {
        case .invalidUsername(let name):
            "“\(name)” cannot be a username; take 1 to 30 of a–z, 0–9, “_” and “.”, not dots alone."
        case .invalidEmail(let email):
            "“\(email)” is not an e-mail address; it should look like name@example.org."
        case .passwordRefused(let fault): fault.description
        case .invalidText(let fault): fault.description
        case .invalidURL(let url): "“\(url)” is not a web address; it should start with https://."
        case .invalidPlace(let place):
            "“\(place)” is not a position; give latitude (-90 to 90) and longitude (-180 to 180) as in -33.9,18.4."
        case .invalidDistance(let text):
            "“\(text)” is not a distance; give one up to 21,000 km, as in 500m, 2km or 1.5mi."
        case .invalidTag(let text):
            "“\(text)” is not a tag; it has letters, digits and “_” only, up to 100, and not digits alone."
        case .invalidCursor(let text):
            "“\(text)” is no place in this list; take what the page before it names."
        case .photoRefused(let fault, let name?): "\(name) \(fault)."
        case .photoRefused(let fault, nil): "The picture \(fault)."
        case .photoCountRefused(let count): "A post has one to ten photos, not \(count)."
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
        case .postNotFound(let name): "There is no post “\(name)”."
        case .commentNotFound(let name): "There is no comment “\(name)”."
        case .itemNotFound(let name): "There is no post or comment “\(name)”."
        case .photoNotFound(let blob): "No post or profile shows the photo \(blob)."
        case .userNotFound(let name): "There is no user “\(name)”."
        case .usernameTaken(let name): "The username “\(name)” is taken; choose another."
        case .emailTaken: "This e-mail has an account already."
        case .userHasAccount(let name): "@\(name) has an account already."
        case .userHasNoAccount(let name): "@\(name) has no account here."
        case .wrongPassword: "The e-mail or the password is wrong."
        case .tooManyAttempts(let date):
            "Too many wrong passwords; try again after \(date.formatted(.iso8601))."
        case .notLoggedIn: "You are not logged in."
        case .notYours(.editPost): "Only its author may edit a post."
        case .notYours(.deletePost): "Only its author may delete a post."
        case .notYours(.deleteComment): "Only its author or the post's author may delete a comment."
        case .storageFailed(let failure): "\(failure.operation) failed: \(failure.sentence)"
        case .clockBehind(let date):
            "Your newest change is dated \(date.formatted(.iso8601)), ahead of this machine's clock."
        case .storageBusy: "Another process keeps the store busy; try again in a moment."
        case .storageReadOnly:
            "The store is read-only, so nothing can be changed; check its permissions, or copy it to a disk that can be written to."
        case .busy: "Too many requests wait already; try again in a moment."
        case .backupRefused(let path, .insideStore):
            "“\(path)” lies in the store itself; choose a folder elsewhere, best on another disk."
        case .backupRefused(let path, .notABackup):
            "“\(path)” contains other files; choose a new or empty folder, or that of an earlier backup."
        case .backupRefused(let path, .notAFolder):
            "“\(path)” is a file, not a folder; choose another path."
        case .storeTooNew:
            "This store was written by a newer version of Timeline; update this one to open it."
        case .notAStore(let path): "“\(path)” is another program's database; it is left alone."
        }
    }

    /// The same sentence, for code that shows errors through `LocalizedError`.
    public var errorDescription: String? { description }
}

extension StorageFailure {
    /// The reason, ending in exactly one full stop.
    fileprivate var sentence: String { reason.hasSuffix(".") ? reason : reason + "." }
}

extension TextFault: CustomStringConvertible {
    /// A full sentence for users: the fault, then the limit.
    public var description: String {
        switch self {
        case .empty(let field): "The \(field.rawValue) is empty; write something."
        case .tooLong(let field, let limit):
            "The \(field.rawValue) is too long; it may have up to \(limit) characters."
        case .holdsNull(let field):
            "The \(field.rawValue) has a null character (U+0000), which no text may have."
        }
    }
}
