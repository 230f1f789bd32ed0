import TimelineCore

/// The reason for rejecting one entry of an archive, as a sentence for users.
///
/// Together with the descriptions of `TimelineError`, these are all the sentences that
/// ``ImportReport/Rejection/reason`` can contain.
struct EntryFault: Error, Hashable {
    let reason: String

    private init(_ reason: String) {
        self.reason = reason
    }

    /// Creates a fault from the error that the engine throws for an invalid value in an entry.
    init(_ error: TimelineError) {
        reason = error.description
    }
}

// MARK: Malformed values

extension EntryFault {
    static let wrongType = EntryFault("The value has the wrong type.")
    static let invalidKey = EntryFault("The key is not a push ID.")
    static let incompleteCoordinate = EntryFault(
        "“location” has a latitude or a longitude, but not both."
    )

    static func missing(_ key: String) -> EntryFault { EntryFault("“\(key)” is missing.") }
    static func notAString(_ key: String) -> EntryFault { EntryFault("“\(key)” is not a string.") }
    static func notANumber(_ key: String) -> EntryFault { EntryFault("“\(key)” is not a number.") }
    static func notAnObject(_ key: String) -> EntryFault {
        EntryFault("“\(key)” is not an object.")
    }
}

// MARK: Pictures

extension EntryFault {
    static let pictureMissing = EntryFault("The picture is not in the archive.")
    static let pictureNotBase64 = EntryFault("The picture is not valid base64.")

    static func pictureUnreadable(_ file: String) -> EntryFault {
        EntryFault("The picture \(file) cannot be read.")
    }
}

// MARK: Users and posts

extension EntryFault {
    static let userRejected = EntryFault("The user was rejected.")
    static let userHasAccount = EntryFault("The user has an account in this store.")
    static let followedUserMissing = EntryFault(
        "The followed user is not in the archive or was rejected."
    )
    static let postRejected = EntryFault("The post was rejected.")
    static let idInUse = EntryFault("The ID is already in use in this store.")
}
