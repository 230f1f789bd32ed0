/// The reasons for rejecting an entire archive.
///
/// Each reason completes the sentence “The archive cannot be read: …”.
enum ArchiveText {
    static let notJSON = "it is not valid JSON, or nested too deeply."
    static let wrongLayout = "it is not a JSON object with “users”, “posts” or “images”."

    static let notAFile = "it is neither a file nor a folder."
    static let notAnArchive = "it is neither a zip archive nor a tar archive."

    static let noOutbox = "it contains no “outbox.json”, so it is not an archive of Mastodon."
    static let notAFolder = "it is not a folder."
    static let noInstagramPosts =
        "it contains no posts of Instagram. Request a copy of your information in JSON, not HTML."

    /// Describes a damaged directory.
    ///
    /// The reason is a sentence that begins with a capital letter.
    static func unreadableDirectory(_ reason: String) -> String {
        "its directory is missing or damaged. (\(reason))"
    }

    /// The name of the format in the manifest, which never changes.
    static let format = "timeline archive"
    static let noManifest = "it has no valid manifest.json of an archive of Timeline."
    static let laterVersion = "it was made by a later version of Timeline."

    static func duplicateKey(_ key: String) -> String { "it contains the key “\(key)” twice." }
    static func folderNotFound(_ path: String) -> String { "the folder “\(path)” does not exist." }
}
