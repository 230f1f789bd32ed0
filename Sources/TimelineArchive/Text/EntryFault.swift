import Foundation
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
    static let userLeft = EntryFault("The user has left and stays removed.")
    static let userElsewhere = EntryFault("The user's keys are on another device.")
    static let followedUserMissing = EntryFault(
        "The followed user is not in the archive or was rejected."
    )
    static let postRejected = EntryFault("The post was rejected.")
}

// MARK: Files in archives

extension EntryFault {
    static let invalidPath = EntryFault("The path is empty, too long, or has control characters.")
    static let absolutePath = EntryFault("The path is absolute.")
    static let climbingPath = EntryFault("The path leads out of the archive.")
    static let pathNotUTF8 = EntryFault("The path is not in UTF-8.")
    static let link = EntryFault("The entry is a link.")
    static let notRegular = EntryFault("The entry is neither a file nor a folder.")
    static let duplicatePath = EntryFault("An earlier entry has the same path.")
    static let overlapping = EntryFault("The entry overlaps another entry.")
    static let outsideArchive = EntryFault("The entry lies outside the archive.")
    static let encrypted = EntryFault("The entry is encrypted.")
    static let bomb = EntryFault("The entry expands to more than 200 times its size.")
    static let tooManyEntries = EntryFault("The archive has more than a million entries.")
    static let severalDisks = EntryFault("The archive is one part of several.")
    static let headersDiffer = EntryFault(
        "The entry's own header disagrees with the directory of the archive."
    )
    static let wrongSize = EntryFault("The file does not have the size that the archive states.")
    static let wrongChecksum = EntryFault("The checksum is wrong; the file is damaged.")
    static let damagedFile = EntryFault("The file is damaged.")
    static let damagedHeader = EntryFault(
        "The header is damaged; nothing after it can be read."
    )
    static let truncatedFile = EntryFault("The file ends too early.")
    static let notJSON = EntryFault("The text is not valid JSON, or nested too deeply.")
    static let notUTF8 = EntryFault("The text is not in UTF-8.")
    static let entryTooLarge = EntryFault("The entry is larger than 16 MiB.")
    static let fileTooLarge = EntryFault("The file is too large.")

    static func unsupportedMethod(_ method: Int) -> EntryFault {
        EntryFault("The compression method \(method) is not supported.")
    }
    static func unreadableFile(_ code: Int32) -> EntryFault {
        EntryFault("The file cannot be read: \(String(cString: strerror(code))).")
    }
}

// MARK: Posts of other services

extension EntryFault {
    static let video = EntryFault("Videos are not supported.")
    static let audio = EntryFault("Sound recordings are not supported.")
    static let boost = EntryFault("Boosts of other people's posts are not imported.")
    static let poll = EntryFault("Polls are not supported.")
    static let narrowVisibility = EntryFault(
        "The post is not public; --include-private imports such posts, too."
    )
    static let otherActivity = EntryFault("Only posts are imported.")
    static let bookmark = EntryFault("Bookmarks are not imported.")
    static let avif = EntryFault("AVIF pictures are not supported.")
    static let emptyFile = EntryFault("The file is empty.")
    static let notAPicture = EntryFault("The file is neither a picture nor a video.")
    static let pictureTooLarge = EntryFault("The picture is larger than 64 MiB.")
    static let changedFile = EntryFault("The file changed during the import.")
    static let noPicture = EntryFault("The post has no picture.")
    static let tooManyMedia = EntryFault("The post has more than 1,000 pictures and videos.")
    static let noReadablePicture = EntryFault("None of the post's pictures can be imported.")
    static let pictureTooLate = EntryFault(
        "An earlier import created the post without this picture, and posts cannot gain pictures."
    )
    static let newPictures = EntryFault(
        "Some pictures of the folder are in earlier posts; the others are in a further post."
    )
    static let captionContinues = EntryFault("The caption continues in the first comment.")
    static let archivedPost = EntryFault(
        "Archived posts, which only you can see, are not imported."
    )
    static let story = EntryFault("Stories are not supported.")
    static let profilePhoto = EntryFault("Former profile photos are not imported.")
    static let deletedContent = EntryFault("Deleted posts are not imported.")
    static let comment = EntryFault("Comments on other people's posts are not imported.")
    static let like = EntryFault("Likes of other people's posts are not imported.")
    static let message = EntryFault("Messages are not imported.")
    static let timeMissing = EntryFault("The time is missing or invalid.")
    static let fileMissing = EntryFault("The file is not in the archive.")
    static let ambiguousFile = EntryFault("Several files in the archive match.")

    static func furtherPosts(_ count: Int) -> EntryFault {
        EntryFault(
            "The pictures after the tenth are in \(count == 1 ? "a" : "\(count)") further \(count == 1 ? "post" : "posts")."
        )
    }
    static func repairedEncoding(_ raw: String) -> EntryFault {
        EntryFault("The text was garbled and has been repaired; it was: \(raw)")
    }
}

// MARK: Entries of an archive of Timeline

extension EntryFault {
    static let lineNotJSON = EntryFault("The line is not a JSON object.")
    static let lineTooLong = EntryFault("The line is longer than 1 MiB.")
    static let unknownKind = EntryFault("This version does not know this kind of entry.")
    static let unsigned = EntryFault("The entry is not signed.")
    static let wrongID = EntryFault("The ID does not match the contents.")
    static let inFuture = EntryFault("The time is in the future.")
    static let noEntry = EntryFault("No imported entry shows this picture.")
    static let foreignOriginal = EntryFault(
        "The original belongs to another user with an account in this store."
    )
    static let wrongHash = EntryFault("The contents do not match the name.")
    static let unreadablePicture = EntryFault("The file is not a picture that can be read.")

    static func pictureMissing(_ blob: BlobID) -> EntryFault {
        EntryFault("The picture \(blob) is not in the archive.")
    }
    static func pictureLeftOut(_ blob: BlobID) -> EntryFault {
        EntryFault("The export left out the picture \(blob).")
    }
    static func invalidMember(_ key: String) -> EntryFault {
        EntryFault("“\(key)” is missing or invalid.")
    }
    static let unusableRecord = EntryFault("This store cannot hold the record.")
    static func invalidRecord(_ error: RecordError) -> EntryFault {
        EntryFault("The record is invalid: \(error)")
    }
}
