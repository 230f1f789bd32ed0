/// The reasons for rejecting an entire archive.
///
/// Each reason completes the sentence “The archive cannot be read: …”.
enum ArchiveText {
    static let notJSON = "it is not valid JSON, or nested too deeply."
    static let wrongLayout = "it is not a JSON object with “users”, “posts” or “images”."

    static func duplicateKey(_ key: String) -> String { "it contains the key “\(key)” twice." }
    static func folderNotFound(_ path: String) -> String { "the folder “\(path)” does not exist." }
}
