public import Foundation

/// An error thrown by the library, with a stable ``code`` for programs and a message for users.
///
/// ```swift
/// do {
///     try await session.post([PhotoFile(content: jpeg)], caption: caption)
/// } catch TimelineError.notLoggedIn {
///     showLogin()
/// } catch let error as TimelineError {
///     show(error.description)
/// }
/// ```
public enum TimelineError: Error, Hashable, Sendable {
    // MARK: Invalid values

    /// The username does not consist of 1 to 30 of the characters `a-z 0-9 _ .`, or it consists
    /// only of dots.
    case invalidUsername(String)
    /// The email does not have the form name@domain.
    case invalidEmail(String)
    /// The password does not meet the ``PasswordPolicy``.
    case passwordRefused(PasswordError)
    /// The text is empty or too long, or contains a null character.
    case invalidText(TextError)
    /// The URL is not an `http` or `https` URL with a host.
    case invalidURL(String)
    /// The place has neither a name nor coordinates, or its coordinates are out of range.
    case invalidPlace(String)
    /// The distance is not in metres, kilometres or miles, or it exceeds 21,000 km.
    case invalidDistance(String)
    /// The text is not a valid tag.
    case invalidTag(String)
    /// The text is not a valid search cursor or activity cursor.
    case invalidCursor(String)
    /// An app asks for a scope that does not exist, or that it may not have.
    case invalidScope(String)
    /// An app asks to send users to an address that is not allowed, or that it has not registered.
    case invalidRedirect(String)
    /// The picture was rejected.
    ///
    /// `name` is its file name, if known.
    case photoRefused(PictureError, name: String?)
    /// The number of photos in the post is not between 1 and 10.
    case photoCountRefused(Int)
    /// The text is neither an ID nor a short ID of a post or comment.
    case invalidIdentifier(String)
    /// The short ID matches more than one post or comment.
    case ambiguousIdentifier(String, candidates: [String])
    /// The ID or stamp is more than five minutes in the future.
    case identifierInFuture(String)
    /// The user tried to follow their own account.
    case selfFollow
    /// The archive cannot be read.
    ///
    /// The associated value is the reason.
    case archiveUnreadable(String)

    // MARK: Not found

    /// No post has this ID.
    case postNotFound(String)
    /// No comment has this ID.
    case commentNotFound(String)
    /// No post or comment has this ID.
    case itemNotFound(String)
    /// No post or profile visible to this user shows the photo.
    case photoNotFound(String)
    /// The post has arrived, but the bytes of the photo have not.
    ///
    /// The next sync requests them.
    case photoNotArrived
    /// No user has this username or ID.
    case userNotFound(String)

    // MARK: Conflicts

    /// The username belongs to another user.
    case usernameTaken(String)
    /// An account with this email already exists.
    case emailTaken
    /// The user already has an account, so no other account can be created for them.
    case userHasAccount(String)
    /// The user has no account in this store and therefore cannot log in.
    case userHasNoAccount(String)
    /// Another user of this store follows the user, so the user's posts stay.
    case userFollowedByOthers(String)
    /// The user's posts were made in this store or imported into it, so sync could not fetch them
    /// again.
    case userNotSynced(String)
    /// The user's keys are only on other devices, so no account can be created for them here.
    case userNotImported(String)

    // MARK: Permissions

    /// The email or the password is wrong.
    ///
    /// The error does not say which.
    case wrongPassword
    /// The password that a logged-in user has entered to confirm an action is wrong.
    case wrongOwnPassword
    /// Too many wrong passwords were entered.
    ///
    /// Further attempts are rejected until the given date.
    case tooManyAttempts(until: Date)
    /// The root key is sealed under a password that was reset.
    ///
    /// Until the identity is imported again, no device can be added or revoked, and the user cannot
    /// leave.
    case rootKeySealed
    /// The key of this device has been revoked, so that nothing it signs is valid.
    ///
    /// The next login gives the device a new key.
    case deviceKeyRevoked
    /// The call requires a session, but the session has ended or does not exist.
    case notLoggedIn
    /// The user has not let the app do this, for which it needs the scope.
    case scopeMissing(String)
    /// The post or comment belongs to another user.
    case notYours(Action)
    /// The action concerns a user that the session's user has blocked.
    case userBlocked(String)
    /// The action concerns a user that has blocked the session's user.
    case blockedByUser(String)

    // MARK: Storage

    /// A read or write operation failed.
    case storageFailed(StorageError)
    /// The author's newest change is dated more than five minutes ahead of the clock, so no later
    /// stamp can be minted.
    ///
    /// The associated value is the date of that change.
    case clockBehind(Date)
    /// Another process held the store's lock for too long.
    case storageBusy
    /// The store cannot be written because it is on read-only media or its permissions forbid it.
    case storageReadOnly
    /// A queue is full.
    ///
    /// See ``EngineLimits``.
    case busy
    /// The folder is unsuitable for a backup.
    case backupRefused(String, BackupError)
    /// The store was written by a newer version.
    case storeTooNew
    /// The store was written before the first release, with tables of another version.
    case storeTooOld(version: Int)
    /// The file is another program's database.
    case notAStore(String)

    /// An action that only some users may perform on a post or comment.
    public enum Action: String, Hashable, Sendable {
        /// Editing a post, which only its author may do.
        case editPost
        /// Deleting a post, which only its author may do.
        case deletePost
        /// Deleting a comment, which only its author and the post's author may do.
        case deleteComment
    }
}

/// A failed operation on the file system or the database, with the reason for the failure.
public struct StorageError: Hashable, Sendable {
    /// The operation and its object, as in "Writing blobs/ab".
    public let operation: String
    /// The reason, in most cases exactly as the system reported it.
    public let reason: String
    /// Whether the disk has no space left.
    public let isDiskFull: Bool
    /// Whether the object is a file or folder outside the store, such as an export.
    ///
    /// Such a failure is no sign of a damaged store.
    public let isOutsideStore: Bool
    /// The error number of the system, or `nil` if it is unknown.
    package var errno: Int32?
    /// Whether only the bytes of one photo are missing, unreadable or damaged.
    package var isPhoto = false
    /// Whether a server could not be reached or has refused something.
    ///
    /// Such a failure is no sign of a damaged store.
    package var isOfServer = false

    /// Creates a failure.
    public init(
        operation: String,
        reason: String,
        isDiskFull: Bool = false,
        isOutsideStore: Bool = false
    ) {
        self.operation = operation
        self.reason = reason
        self.isDiskFull = isDiskFull
        self.isOutsideStore = isOutsideStore
    }
}

/// The reason a folder is unsuitable for a backup.
public enum BackupError: Hashable, Sendable {
    /// The folder is the store's own folder or is inside it.
    case insideStore
    /// The folder contains files that are not part of an earlier backup.
    case notABackup
    /// The path refers to a file, not to a folder.
    case notAFolder
}

/// The reason a text was rejected.
public enum TextError: Hashable, Sendable {
    /// The text is blank, but the field requires content.
    case empty(TextField)
    /// The text has more than `limit` characters.
    case tooLong(TextField, limit: Int)
    /// The text contains U+0000, which SQLite and many other programs treat as the end of the
    /// string.
    case containsNull(TextField)
    /// The text contains a control character, or one that changes the direction of what follows.
    case containsControl(TextField)
}

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
        case .invalidScope: "invalid-scope"
        case .invalidRedirect: "invalid-redirect"
        case .photoRefused: "invalid-photo"
        case .photoCountRefused: "invalid-photo-count"
        case .invalidIdentifier: "invalid-id"
        case .ambiguousIdentifier: "ambiguous-id"
        case .identifierInFuture: "id-in-future"
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
        case .userFollowedByOthers: "user-followed-by-others"
        case .userNotSynced: "user-not-synced"
        case .userNotImported: "user-not-imported"
        case .wrongPassword, .wrongOwnPassword: "wrong-password"
        case .tooManyAttempts: "too-many-attempts"
        case .rootKeySealed: "root-key-sealed"
        case .deviceKeyRevoked: "device-key-revoked"
        case .notLoggedIn: "not-logged-in"
        case .scopeMissing: "scope-missing"
        case .notYours: "not-permitted"
        case .userBlocked: "user-blocked"
        case .blockedByUser: "blocked-by-user"
        case .storageFailed: "storage-failed"
        case .clockBehind: "clock-behind"
        case .storageBusy: "storage-busy"
        case .storageReadOnly: "storage-read-only"
        case .busy: "busy"
        case .backupRefused: "invalid-backup-folder"
        case .storeTooNew: "store-too-new"
        case .storeTooOld: "store-too-old"
        case .notAStore: "not-a-store"
        }
    }
}
