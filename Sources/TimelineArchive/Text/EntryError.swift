import Foundation
import TimelineCore

/// The reason for rejecting one entry of an archive, as a sentence for users.
///
/// Together with the descriptions of `TimelineError`, these are all the sentences that
/// ``ImportFinding/reason`` can contain.
struct EntryError: Error, Hashable {
    let reason: String
    /// The kind of an entry that is not supported, such as "video", by which a report counts it.
    let kind: String?

    private init(_ reason: String, kind: String? = nil) {
        self.reason = reason
        self.kind = kind
    }

    /// Creates a fault from the error that the engine throws for an invalid value in an entry.
    init(_ error: TimelineError) {
        self.init(error.description)
    }
}

// MARK: Malformed values

extension EntryError {
    static let wrongType = EntryError("The value has the wrong type.")
    static let invalidKey = EntryError("The key is not a push ID.")
    static let incompleteCoordinate = EntryError(
        "“location” has a latitude or a longitude, but not both."
    )

    static func missing(_ key: String) -> EntryError { EntryError("“\(key)” is missing.") }
    static func notAString(_ key: String) -> EntryError { EntryError("“\(key)” is not a string.") }
    static func notANumber(_ key: String) -> EntryError { EntryError("“\(key)” is not a number.") }
    static func notAnObject(_ key: String) -> EntryError {
        EntryError("“\(key)” is not an object.")
    }
}

// MARK: Pictures

extension EntryError {
    static let pictureMissing = EntryError("The picture is not in the archive.")
    static let pictureNotBase64 = EntryError("The picture is not valid base64.")

    static func pictureUnreadable(_ file: String) -> EntryError {
        EntryError("The picture \(file) cannot be read.")
    }
}

// MARK: Users and posts

extension EntryError {
    static let userRejected = EntryError("The user was rejected.")
    static let userHasAccount = EntryError("The user has an account in this store.")
    static let accountDeleted = EntryError("The account was deleted and stays deleted.")
    static let userElsewhere = EntryError("The user's keys are on another device.")
    static let followedUserMissing = EntryError(
        "The followed user is not in the archive or was rejected."
    )
    static let postRejected = EntryError("The post was rejected.")
}

// MARK: Files in archives

extension EntryError {
    static let invalidPath = EntryError("The path is empty, too long, or has control characters.")
    static let absolutePath = EntryError("The path is absolute.")
    static let climbingPath = EntryError("The path leads out of the archive.")
    static let pathNotUTF8 = EntryError("The path is not in UTF-8.")
    static let link = EntryError("The entry is a link.")
    static let notRegular = EntryError("The entry is neither a file nor a folder.")
    static let duplicatePath = EntryError("An earlier entry has the same path.")
    static let overlapping = EntryError("The entry overlaps another entry.")
    static let outsideArchive = EntryError("The entry lies outside the archive.")
    static let encrypted = EntryError("The entry is encrypted.")
    static let bomb = EntryError("The entry expands to more than 200 times its size.")
    static let tooManyEntries = EntryError("The archive has more than a million entries.")
    static let severalDisks = EntryError("The archive is one part of several.")
    static let headersDiffer = EntryError(
        "The entry's own header disagrees with the directory of the archive."
    )
    static let wrongSize = EntryError("The file does not have the size that the archive states.")
    static let wrongChecksum = EntryError("The checksum is wrong; the file is damaged.")
    static let damagedFile = EntryError("The file is damaged.")
    static let damagedHeader = EntryError(
        "The header is damaged; nothing after it can be read."
    )
    static let truncatedFile = EntryError("The file ends too early.")
    static let notJSON = EntryError("The text is not valid JSON, or nested too deeply.")
    static let notUTF8 = EntryError("The text is not in UTF-8.")
    static let entryTooLarge = EntryError("The entry is larger than 16 MiB.")
    static let fileTooLarge = EntryError("The file is too large.")

    static func unsupportedMethod(_ method: Int) -> EntryError {
        EntryError("The compression method \(method) is not supported.")
    }
    static func unreadableFile(_ code: Int32) -> EntryError {
        EntryError("The file cannot be read: \(String(cString: strerror(code))).")
    }
}

// MARK: Posts of other services

extension EntryError {
    static let video = EntryError("Videos are not supported.", kind: "video")
    static let audio = EntryError("Sound recordings are not supported.", kind: "sound recording")
    static let boost = EntryError("Boosts of other people's posts are not imported.")
    static let poll = EntryError("Polls are not supported.")
    static let narrowVisibility = EntryError(
        "The post is not public; --include-private imports such posts, too."
    )
    static let otherActivity = EntryError("Only posts are imported.")
    static let bookmark = EntryError("Bookmarks are not imported.")
    static let avif = EntryError("AVIF pictures are not supported.", kind: "AVIF picture")
    static let tiff = EntryError("TIFF pictures are not supported.", kind: "TIFF picture")
    static let rawPicture = EntryError("Raw pictures are not supported.", kind: "raw picture")
    static let psd = EntryError("Photoshop files are not supported.", kind: "Photoshop file")
    static let jpegXL = EntryError("JPEG XL is not supported.", kind: "JPEG XL picture")
    static let otherPicture = EntryError(
        "Pictures in this format are not supported.",
        kind: "picture in another format"
    )
    static let emptyFile = EntryError("The file is empty.")
    static let notAPicture = EntryError("The file is neither a picture nor a video.")
    static let pictureTooLarge = EntryError("The picture is larger than 64 MiB.")
    static let changedFile = EntryError("The file changed during the import.")
    static let noPicture = EntryError("The post has no picture.")
    static let tooManyMedia = EntryError("The post has more than 1,000 pictures and videos.")
    static let noPosts = EntryError("The file contains no posts in a known form.")
    static let unknownFile = EntryError(
        "The file is not one of those with published posts, so its posts are not imported."
    )
    static func unknownEntries(fileCount: Int) -> EntryError {
        let others = fileCount > 2 ? "\(fileCount - 1) other files" : "another file"
        return EntryError(
            "The entries of this file\(fileCount > 1 ? " and \(others)" : "") are not posts."
        )
    }
    static let noReadablePicture = EntryError("None of the post's pictures can be imported.")
    static let pictureTooLate = EntryError(
        "An earlier import created the post without this picture, and posts cannot gain pictures."
    )
    static let newPictures = EntryError(
        "Some pictures of the folder are in earlier posts; the others are in a further post."
    )
    /// Says what has dated a picture and what is not exact, or returns `nil` if there is nothing to
    /// say.
    static func dating(_ date: PictureDate) -> EntryError? {
        let source: String? =
            switch date.source {
            case .picture: nil
            case .sidecar: "The file beside the picture has dated it."
            case .fileName: "The name of the file has dated the picture."
            case .fileTime: "The time of the file has dated the picture."
            }
        let remark: String? =
            switch date.remark {
            case nil: nil
            case .partial(let written):
                "The date is only \(written.description); the post is dated at its beginning."
            case .early(let written):
                "The date, \(written.description), is before 1970; the post is dated 1970-01-01."
            case .future(let written):
                "A date, \(written.description), is in the future and was ignored."
            }
        let sentences = [remark, source].compactMap(\.self)
        return sentences.isEmpty ? nil : EntryError(sentences.joined(separator: " "))
    }
    static func sidecar(_ path: String, _ fault: EntryError) -> EntryError {
        EntryError("The file beside the picture, \(path), was ignored: \(fault.reason)")
    }
    static let futureTime = EntryError(
        "The time is in the future; the post is dated by its file or by this import."
    )
    static let controlCharacters = EntryError("Control characters in a text were removed.")
    static let placeChanged = EntryError(
        "The place is invalid, or its name too long; what was valid is imported."
    )
    static let descriptionContinues = EntryError("The description continues in a comment.")
    static func shortened(_ field: TextField) -> EntryError {
        EntryError("The text was too long and was shortened to \(field.limit) characters.")
    }
    static let captionContinues = EntryError("The caption continues in the first comment.")
    static let archivedPost = EntryError(
        "Archived posts, which only you can see, are not imported."
    )
    static let story = EntryError("Stories are not supported.")
    static let profilePhoto = EntryError("Former profile photos are not imported.")
    static let deletedContent = EntryError("Deleted posts are not imported.")
    static let comment = EntryError("Comments on other people's posts are not imported.")
    static let like = EntryError("Likes of other people's posts are not imported.")
    static let message = EntryError("Messages are not imported.")
    static let timeMissing = EntryError("The time is missing or invalid.")
    static let fileMissing = EntryError("The file is not in the archive.")
    static let ambiguousFile = EntryError("Several files in the archive match.")

    static func furtherPosts(_ count: Int) -> EntryError {
        EntryError(
            "The pictures after the tenth are in \(count == 1 ? "a" : "\(count)") further \(count == 1 ? "post" : "posts")."
        )
    }
    static func repairedEncoding(_ raw: String) -> EntryError {
        EntryError("The text was garbled and has been repaired; it was: \(raw)")
    }
}

// MARK: Entries of an archive of Timeline

extension EntryError {
    static let lineNotJSON = EntryError("The line is not a JSON object.")
    static let lineTooLong = EntryError("The line is longer than 1 MiB.")
    static let unknownKind = EntryError("This version does not know this kind of entry.")
    static let unsigned = EntryError("The entry is not signed.")
    static let wrongID = EntryError("The ID does not match the contents.")
    static let inFuture = EntryError("The time is in the future.")
    static let noEntry = EntryError("No imported entry shows this picture.")
    static let foreignOriginal = EntryError(
        "The original belongs to another user with an account in this store."
    )
    static let wrongHash = EntryError("The contents do not match the name.")
    static let unreadablePicture = EntryError("The file is not a picture that can be read.")

    static func pictureMissing(_ blob: BlobID) -> EntryError {
        EntryError("The picture \(blob) is not in the archive.")
    }
    static func pictureLeftOut(_ blob: BlobID) -> EntryError {
        EntryError("The export left out the picture \(blob).")
    }
    static func invalidMember(_ key: String) -> EntryError {
        EntryError("“\(key)” is missing or invalid.")
    }
    static let unusableRecord = EntryError("This store cannot hold the entry.")
    static func invalidRecord(_ error: RecordError) -> EntryError {
        EntryError("The entry is invalid: \(error)")
    }
}
