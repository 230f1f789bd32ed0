public import Foundation

extension TimelineError: CustomStringConvertible, LocalizedError {
    /// The message that users see: a full sentence with the problem and, if possible, a remedy.
    public var description: String {
        switch self {
        case .invalidUsername(let name):
            "“\(name)” is not a valid username; use 1 to 30 of a–z, 0–9, “_” and “.”, not dots alone."
        case .invalidEmail(let email):
            "“\(email)” is not a valid email; it should look like name@example.org."
        case .passwordRefused(let fault): fault.description
        case .invalidText(let fault): fault.description
        case .invalidURL(let url): "“\(url)” is not a web address; it should start with https://."
        case .invalidPlace(let place):
            "“\(place)” is not a valid position; give latitude (-90 to 90) and longitude (-180 to 180), as in -33.9,18.4."
        case .invalidDistance(let text):
            "“\(text)” is not a valid distance; give a unit and at most 21,000 km, as in 500m, 2km or 1.5mi."
        case .invalidTag(let text):
            "“\(text)” is not a valid tag; use up to 100 letters, digits and “_”, not digits alone."
        case .invalidScope(""): "The app asks for no scope; name at least one, such as \"read\"."
        case .invalidScope(let name):
            "“\(name)” is not a scope that the app can have; use read, write, follow, push, or parts such as read:statuses."
        case .invalidRedirect(""): "The app names no address to return to."
        case .invalidRedirect(let address):
            "“\(address)” is not an address to which this app may send people back."
        case .scopeMissing(let scope):
            "You have not let this app do that; it needs the scope “\(scope)”."
        case .invalidCursor(let text):
            "“\(text)” is not a valid cursor; copy it from the previous page."
        case .photoRefused(let fault, let name?): "\(name) \(fault)."
        case .photoRefused(let fault, nil): "The picture \(fault)."
        case .photoCountRefused(let count): "A post has 1 to 10 photos, not \(count)."
        case .selfFollow: "You cannot follow yourself; you already see your own posts."
        case .archiveUnreadable(let reason): "The archive cannot be read: \(reason)"
        case .invalidIdentifier(let text):
            "“\(text)” is not the ID of a post or comment; give at least the last 4 of its 20 characters."
        case .ambiguousIdentifier(let text, let candidates):
            "“\(text)” matches \(candidates.joined(separator: " and ")); give more of the last characters."
        case .identifierInFuture(let id):
            "\(id) is dated more than five minutes in the future; check the clocks."
        case .postNotFound(let id): "Post “\(id)” does not exist."
        case .commentNotFound(let id): "Comment “\(id)” does not exist."
        case .itemNotFound(let id): "No post or comment has the ID “\(id)”."
        case .photoNotFound(let blob): "No post or profile shows photo \(blob)."
        case .userNotFound(let name): "User “\(name)” does not exist."
        case .usernameTaken(let name): "The username “\(name)” is taken; choose another."
        case .emailTaken: "This email already has an account."
        case .userHasAccount(let name): "@\(name) already has an account."
        case .userHasNoAccount(let name): "@\(name) has no account in this store."
        case .userFollowedByOthers(let name):
            "Another user of this store follows @\(name), so their posts stay."
        case .userNotSynced(let name):
            "The posts of @\(name) were made in this store or imported, so sync could not fetch them again."
        case .userNotImported(let name):
            "The keys of @\(name) are not in this store, so only their own devices can log them in."
        case .wrongPassword: "The email or the password is wrong."
        case .wrongOwnPassword: "The password is wrong."
        case .photoNotArrived:
            """
            This photo is not on this device. The next `timeline sync` with a device that has it \
            fetches it, unless a limit leaves it out; see `timeline sync status`.
            """
        case .rootKeySealed:
            "Your identity is locked with the password that was reset; import its copy to unlock it."
        case .tooManyAttempts(let date):
            "Too many wrong passwords; try again after \(date.formatted(.iso8601))."
        case .deviceKeyRevoked:
            "This device was revoked, so nothing was changed; log in again to give it a new key."
        case .notLoggedIn: "You are not logged in."
        case .notYours(.editPost): "Only its author can edit a post."
        case .notYours(.deletePost): "Only its author can delete a post."
        case .userBlocked(let name): "You have blocked @\(name); unblock them first."
        case .blockedByUser(let name): "@\(name) has blocked you."
        case .notYours(.deleteComment):
            "Only its author and the post's author can delete a comment."
        case .storageFailed(let failure): "\(failure.operation) failed: \(failure.sentence)"
        case .clockBehind(let date):
            "Your newest change is dated \(date.formatted(.iso8601)), ahead of this machine's clock."
        case .storageBusy: "Another process is using the store; try again in a moment."
        case .storageReadOnly:
            "The store is read-only, so nothing can be changed; check its permissions, or copy it to a writable disk."
        case .busy: "Too many requests are waiting; try again in a moment."
        case .backupRefused(let path, .insideStore):
            "“\(path)” is inside the store; choose a folder elsewhere, preferably on another disk."
        case .backupRefused(let path, .notABackup):
            "“\(path)” contains other files; choose a new or empty folder, or an earlier backup."
        case .backupRefused(let path, .notAFolder):
            "“\(path)” is a file, not a folder; choose another path."
        case .storeTooNew:
            "This store was written by a newer version of Timeline; update Timeline to open it."
        case .storeTooOld(let version):
            "This store was written by a version of Timeline from before the first release, with tables of version \(version); use that program, or create a new store."
        case .notAStore(let path):
            "“\(path)” is another program's database; it was not changed."
        }
    }

    /// The same text as ``description``, for code that shows errors through `LocalizedError`.
    public var errorDescription: String? { description }
}

extension StorageError {
    /// The reason, ending in exactly one full stop.
    fileprivate var sentence: String { reason.hasSuffix(".") ? reason : reason + "." }
}

extension TimelineError {
    /// Returns the message that users see at a given time, with waits as durations instead of dates.
    ///
    /// - Parameter now: The current time.
    /// - Returns: A full sentence, such as "Too many wrong passwords; try again in 58 seconds.", or
    ///   ``description`` if the error states no wait.
    public func description(at now: Date) -> String {
        guard case .tooManyAttempts(let date) = self else { return description }
        return "Too many wrong passwords; try again in \(waitText(date.timeIntervalSince(now)))."
    }
}

/// Formats a wait in seconds, rounded up, such as "58 seconds" or "12 minutes".
private func waitText(_ seconds: Double) -> String {
    guard seconds > 120 else {
        let count = max(1, Int(seconds.rounded(.up)))
        return count == 1 ? "1 second" : "\(count) seconds"
    }
    return "\(Int((seconds / 60).rounded(.up))) minutes"
}

extension TextError: CustomStringConvertible {
    /// The message for users: a full sentence that states the fault, then the remedy.
    public var description: String {
        switch self {
        case .empty(let field): "The \(field.label) is empty; enter some text."
        case .tooLong(let field, let limit):
            "The \(field.label) is too long; use at most \(limit) characters."
        case .containsNull(let field):
            "The \(field.label) contains a null character (U+0000); remove it."
        case .containsControl(let field):
            "The \(field.label) contains an invisible control character; remove it."
        }
    }
}

extension TextField {
    /// The name of the field for use in the middle of a sentence.
    fileprivate var label: String {
        switch self {
        case .caption: "caption"
        case .comment: "comment"
        case .displayName: "display name"
        case .appName: "app’s name"
        case .bio: "bio"
        case .url: "URL"
        case .alt: "photo description"
        case .placeName: "place name"
        }
    }
}

extension PasswordError: CustomStringConvertible {
    /// The message for users: a full sentence that states the fault, then the remedy.
    public var description: String {
        switch self {
        case .tooShort(let minimum, let advised):
            "The password is too short; use at least \(minimum) characters, preferably \(advised) or more."
        case .tooLong(let maximum):
            "The password is too long; use at most \(maximum) characters."
        case .common: "This is one of the most common passwords; choose another."
        case .guessable:
            "The password is made of your username, your email or “timeline”; choose another."
        }
    }
}

extension FileOperation: CustomStringConvertible {
    /// The text of the operation, which precedes the path in a ``StorageError/operation``.
    package var description: String {
        switch self {
        case .changingPermissions: "Changing the permissions of"
        case .creating: "Creating"
        case .creatingFolder: "Creating the folder"
        case .deleting: "Deleting"
        case .finding: "Finding"
        case .moving: "Moving"
        case .opening: "Opening"
        case .reading: "Reading"
        case .readingPhoto: "Reading photo"
        case .syncing: "Syncing"
        case .writing: "Writing"
        }
    }
}

extension FileError: CustomStringConvertible {
    /// The text for a ``StorageError/reason``, without a trailing full stop.
    package var description: String {
        switch self {
        case .changed: "its bytes have changed"
        case .invalidName: "its name is not valid"
        case .missing: "its file is missing"
        case .notAFile: "it is not a file"
        case .notAFolder: "it is not a folder"
        case .symbolicLink: "it is a symbolic link"
        case .inUse: "another command is writing it"
        case .tooLong: "it is too long"
        }
    }
}

extension TimelineError {
    /// Returns the error for a picture file that cannot be read.
    ///
    /// - Parameters:
    ///   - name: The file's name, if it has one.
    ///   - code: The value of `errno`.
    /// - Returns: The error.
    static func unreadable(photo name: String?, _ code: Int32) -> TimelineError {
        .storageFailed(
            StorageError(
                operation: "Reading \(name ?? "a picture")",
                reason: String(cString: strerror(code)),
                isOutsideStore: true
            )
        )
    }
}

extension TimelineError {
    /// Returns the error for a statement that cannot be signed as a record.
    static func unsigned(_ error: RecordError) -> TimelineError {
        switch error {
        case .invalidValue(let error): error
        default:
            .storageFailed(StorageError(operation: "Signing a record", reason: "\(error)"))
        }
    }

    /// The error for a root key that cannot be encrypted, which does not happen with valid sizes.
    static let sealingFailed = storageFailed(
        StorageError(operation: "Sealing the root key", reason: "The key cannot be encrypted")
    )

    /// The error for a stored box key that is not valid.
    static let invalidEncryptionKey = storageFailed(
        StorageError(
            operation: "Reading the keys",
            reason: "The key that encrypts sessions is not valid"
        )
    )
}

extension PushID {
    /// Returns a message for developers about a string that is not a push ID.
    static func undecodable(_ text: String) -> String { "\(text) is not a push ID" }
}

extension BlobID {
    /// Returns a message for developers about a string that is not a blob ID.
    static func undecodable(_ text: String) -> String { "\(text) is not a SHA-256" }
}
