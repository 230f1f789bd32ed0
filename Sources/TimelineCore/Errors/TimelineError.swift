public import Foundation

/// Everything that the engine refuses or fails at; each case has a stable ``code`` and a sentence.
public enum TimelineError: Error, Hashable, Sendable {
    // MARK: A value that is not allowed

    /// A username is not 1 to 30 of `a-z 0-9 _ .`.
    case invalidUsername(String)
    /// An e-mail address does not have the form name@domain.
    case invalidEmail(String)
    /// A password is refused.
    case passwordRefused(PasswordFault)
    /// A text is empty or too long.
    case invalidText(TextFault)
    /// A page's address is not `http` or `https`.
    case invalidURL(String)
    /// A place has neither name nor position, or a position outside the Earth.
    case invalidPlace(String)
    /// A distance is not a number of metres, kilometres or miles.
    case invalidDistance(String)
    /// A text is no hashtag.
    case invalidTag(String)
    /// A text is no cursor of a search.
    case invalidCursor(String)
    /// A picture cannot be taken; `name` is the file's, where there is one.
    case photoRefused(PhotoFault, name: String?)
    /// A post has no photo, or more than ten.
    case photoCountRefused(Int)
    /// A text names no post or comment.
    case invalidIdentifier(String)
    /// The end of an identifier fits more than one post or comment.
    case ambiguousIdentifier(String, candidates: [String])
    /// An identifier or a stamp lies more than five minutes in the future.
    case identifierInFuture(PushID)
    /// Two different things carry one identifier.
    case identifierConflict(PushID)
    /// A user tried to follow himself.
    case selfFollow
    /// An archive cannot be read.
    case archiveUnreadable(String)

    // MARK: Nothing there

    /// No post has this name.
    case postNotFound(String)
    /// No comment has this name.
    case commentNotFound(String)
    /// Neither a post nor a comment has this name.
    case itemNotFound(String)
    /// No post and no profile shows this photo, or not to this user.
    case photoNotFound(BlobID)
    /// No file has this path.
    case fileNotFound(String)
    /// What has this path is no file that can be read.
    case notAFile(String)
    /// What has this path is a file, where a folder was expected.
    case notAFolder(String)
    /// The user has no session of this name.
    case sessionNotFound(String)
    /// No user has this name.
    case userNotFound(String)

    // MARK: Taken

    /// Another user holds the name.
    case usernameTaken(String)
    /// An account has this e-mail already.
    case emailTaken
    /// The user to be claimed has an account already.
    case userHasAccount(String)
    /// The user has no account here, so nobody logs in as this user.
    case userHasNoAccount(String)
    /// A file that would be written is there already.
    case fileExists(String)

    // MARK: Not allowed

    /// The e-mail or the password is wrong; which one is not said.
    case wrongPassword
    /// Too many wrong passwords: no try is taken before this date.
    case tooManyAttempts(until: Date)
    /// Nobody is logged in, or the session has ended.
    case notLoggedIn
    /// The thing belongs to another user.
    case notYours(Action)

    // MARK: Storage

    /// Reading or writing failed.
    case storageFailed(StorageFailure)
    /// The author's newest change has this date, more than five minutes ahead of the clock, so that the next one
    /// could not come after it.
    case clockBehind(Date)
    /// Another process kept the store locked for too long.
    case storageBusy
    /// The store cannot be written to: it is on read-only media, or its permissions forbid it.
    case storageReadOnly
    /// Too many calls wait already; see ``EngineLimits``.
    case busy
    /// A backup may not be written to this folder.
    case backupRefused(String, BackupFault)
    /// The store was written by a newer version.
    case storeTooNew
    /// The file is another program's database.
    case notAStore(String)
    /// There is no store in this folder.
    case storeNotFound(String)

    /// What only its owner may do.
    public enum Action: String, Hashable, Sendable {
        /// Editing the caption of a post.
        case editPost
        /// Deleting a post.
        case deletePost
        /// Deleting a comment: its author's and the post's author's right.
        case deleteComment
    }
}

/// What could not be done to which file, and the reason the system gave.
public struct StorageFailure: Hashable, Sendable {
    /// What was tried, as in "Writing blobs/ab".
    public let operation: String
    /// The reason, as the system worded it.
    public let reason: String

    /// Makes a failure of its parts.
    public init(operation: String, reason: String) {
        self.operation = operation
        self.reason = reason
    }
}

/// Why a folder is refused for a backup.
public enum BackupFault: Hashable, Sendable {
    /// The folder is the store, or lies in it.
    case insideStore
    /// The folder contains files that no backup has written.
    case notABackup
}

/// Why a text was refused.
public enum TextFault: Hashable, Sendable {
    /// The text is empty where words are needed.
    case empty(TextField)
    /// The text has more characters than the field holds.
    case tooLong(TextField, limit: Int)
    /// The text holds the character U+0000, at which many programs, SQLite among them, end it.
    case holdsNull(TextField)
}
