import TimelineCore
import TimelineSync

/// An error that can be reported to the user and that determines the exit status.
protocol ReportableError: Error {
    /// The stable name of the error, intended for programs.
    var code: String { get }
    /// The error message for the user, in full sentences.
    var description: String { get }
    /// A hint that helps the user fix the error, as a full sentence, or `nil` if none is known.
    var hint: String? { get }
    /// The exit status, as defined in BSD's `sysexits.h`.
    var exitCode: Int32 { get }
}

/// A failure that the command's output already describes.
///
/// Only the exit status remains to be reported.
struct ReportedError: Error {
    /// The exit status, as defined in BSD's `sysexits.h`.
    let exitCode: Int32

    /// A failure because the store has unrepaired findings or has lost photos (`EX_IOERR`).
    static let unhealthyStore = ReportedError(exitCode: 74)
    /// A failure because some photos could not be stripped or have not arrived, and were therefore
    /// not saved (`EX_DATAERR`).
    static let unsavedPhotos = ReportedError(exitCode: 65)

    /// Throws a failure if photos could not be exported.
    ///
    /// - Parameters:
    ///   - lost: The number of photos that are missing from the store or damaged there.
    ///   - unavailable: The number of other photos that were left out.
    /// - Throws: ``unhealthyStore`` or ``unsavedPhotos``.
    static func check(lost: Int, unavailable: Int) throws {
        if lost > 0 { throw unhealthyStore }
        if unavailable > 0 { throw unsavedPhotos }
    }

    /// A failure because some entries of an archive were rejected (`EX_DATAERR`).
    static let rejectedEntries = ReportedError(exitCode: 65)
    /// A failure because a folder contains damaged files (`EX_DATAERR`).
    static let damagedFiles = ReportedError(exitCode: 65)
}

extension TimelineError: ReportableError {
    /// The exit status of the command, as defined in BSD's `sysexits.h`.
    var exitCode: Int32 {
        switch self {
        case .invalidUsername, .invalidEmail, .passwordRefused, .invalidText, .invalidURL,
            .invalidPlace, .invalidDistance, .invalidTag, .invalidCursor, .invalidScope,
            .invalidRedirect,
            .photoRefused, .photoCountRefused, .invalidIdentifier, .ambiguousIdentifier,
            .identifierInFuture, .selfFollow, .backupRefused, .archiveUnreadable:
            65
        case .postNotFound, .commentNotFound, .itemNotFound, .photoNotFound,
            .photoNotArrived:
            66
        case .userNotFound, .userHasNoAccount: 67
        case .usernameTaken, .emailTaken, .userHasAccount: 73
        case .storageFailed, .storeTooNew, .storeTooOld, .notAStore: 74
        case .storageBusy, .storageReadOnly, .busy, .clockBehind: 75
        case .wrongPassword, .wrongOwnPassword, .tooManyAttempts, .rootKeySealed, .notLoggedIn,
            .scopeMissing, .notYours, .userBlocked, .blockedByUser, .userFollowedByOthers,
            .userNotSynced,
            .userNotImported, .deviceKeyRevoked:
            77
        }
    }
}

extension TimelineError {
    /// A hint that helps the user fix the error, as a full sentence, or `nil` if none is known.
    var hint: String? { hint(onServers: false) }

    /// Returns a hint that helps the user fix the error, as a full sentence, or `nil` if none is known.
    ///
    /// Failures of servers say themselves what to do, and are no sign of a damaged store.
    func hint(onServers isOnServers: Bool) -> String? {
        switch self {
        case .notLoggedIn: ErrorText.logInOrSignUp
        case .emailTaken, .userHasAccount, .deviceKeyRevoked: ErrorText.logIn
        case .userHasNoAccount: ErrorText.claim
        case .userNotImported: ErrorText.pairOrRestore
        case .userNotFound: ErrorText.listsUsers
        case .postNotFound: ErrorText.listsPosts
        case .commentNotFound, .itemNotFound: ErrorText.listsComments
        case .clockBehind: ErrorText.clock
        case .storageFailed(let failure):
            if failure.isDiskFull {
                ErrorText.freesSpace
            } else if failure.isOutsideStore {
                ErrorText.checksPath
            } else {
                isOnServers ? nil : ErrorText.checksStore
            }
        default: nil
        }
    }
}

extension PairingError: ReportableError {
    var code: String {
        switch self {
        case .codeLength, .codeCharacter, .codeCheck: "invalid-code"
        case .notSealedFile, .filePurpose, .fileTooLong, .truncatedFile, .malformedContents,
            .wrongRootKey, .invalidContents:
            "file-unreadable"
        case .fileVersion, .contentsVersion, .linkVersion: "made-by-newer-version"
        case .wrongSecret: "wrong-password"
        case .sealingFailed: "sealing-failed"
        case .invalidAddress, .addressCount, .addressScheme: "invalid-address"
        case .notInvitationLink, .linkTooLong, .malformedLink, .invalidUsername: "invalid-link"
        }
    }

    var description: String {
        switch self {
        case .codeLength(let count):
            DeviceText.codeLength(count, of: PairingCode.characterCount)
        case .codeCharacter(let character): DeviceText.codeCharacter(character)
        case .codeCheck: DeviceText.codeCheck
        case .notSealedFile, .filePurpose, .fileTooLong: DeviceText.notSealed
        case .truncatedFile, .malformedContents, .wrongRootKey, .invalidContents:
            DeviceText.damaged
        case .fileVersion, .contentsVersion: DeviceText.newer
        case .wrongSecret: DeviceText.wrongCode
        case .sealingFailed: DeviceText.sealingFailed
        case .invalidAddress, .addressScheme: InviteText.invalidAddress
        case .addressCount: InviteText.addressCount(PairingLimits.linkAddresses)
        case .notInvitationLink, .linkTooLong, .malformedLink, .invalidUsername:
            InviteText.damaged
        case .linkVersion: InviteText.newerVersion
        }
    }

    var hint: String? { nil }

    var exitCode: Int32 {
        switch self {
        case .wrongSecret: 77
        case .sealingFailed: 74
        default: 65
        }
    }
}
