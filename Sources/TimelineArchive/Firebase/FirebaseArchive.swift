public import Foundation
public import TimelineCore

/// An archive in the Firebase layout, decoded into memory.
///
/// The layout is one JSON object with the following keys. All other keys are ignored.
///
/// - `users/<uid>`: `username` or `user`, `bio`, `url`, and `follows`, an object with entries of
///   the form `<uid>: true`.
/// - `posts/<push ID>`: `username`, `caption`, `location`, `imageEndpoint` or `image`, `comments`
///   and `likes`.
/// - `posts/<push ID>/comments/<push ID>`: `username` and `text`.
/// - `posts/<push ID>/likes/<push ID>`: `username`.
/// - `images/<name>`: a picture in base64.
///
/// A collection may also be an array with gaps, because Firebase exports small integer keys that
/// way. An entry of the wrong type does not make the archive unreadable. Instead, that entry is
/// rejected and reported when the archive is loaded.
///
/// An archive uses as much memory as its JSON and its strings together. Pictures are decoded later,
/// while the archive is loaded.
///
/// ```swift
/// let archive = try FirebaseArchive(
///     reading: Data(contentsOf: folder.appending(path: "export.json")),
///     images: folder.appending(path: "images")
/// )
/// let report = try await owner.load(archive)
/// ```
public struct FirebaseArchive: Sendable {
    let users: FirebaseEntries<FirebaseUser>
    let posts: FirebaseEntries<FirebasePost>
    let images: FirebaseImages

    /// Decodes an archive.
    ///
    /// - Parameters:
    ///   - file: The JSON data, nested up to 512 levels deep.
    ///   - folder: A folder of JPEG, PNG and WebP files that supplies pictures missing from the
    ///     JSON. The files have the names that posts use for their pictures.
    /// - Throws: `TimelineError.archiveUnreadable` if `file` is not a JSON object with at least one
    ///   of the keys `users`, `posts` and `images`, if it contains one of these keys twice, or if
    ///   `folder` does not exist.
    public init(
        reading file: Data,
        images folder: URL? = nil
    ) throws(TimelineError) {
        let pictures = try folder.flatMap { path throws(TimelineError) in try OpenFolder(path) }
        if let folder, pictures == nil {
            throw .archiveUnreadable(ArchiveText.folderNotFound(folder.path))
        }
        if let key = DuplicateKeyScanner.firstDuplicate(of: FirebaseLayout.keys, in: file) {
            throw .archiveUnreadable(ArchiveText.duplicateKey(key))
        }
        let layout: FirebaseLayout
        do {
            layout = try JSONDecoder().decode(FirebaseLayout.self, from: file)
        } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
            throw .archiveUnreadable(ArchiveText.wrongLayout)
        } catch {
            throw .archiveUnreadable(ArchiveText.notJSON)
        }
        users = layout.users
        posts = layout.posts
        images = FirebaseImages(encoded: layout.images, folder: pictures)
    }
}

/// The top level of an archive.
private struct FirebaseLayout: Decodable {
    static let keys: Set = ["users", "posts", "images"]

    let users: FirebaseEntries<FirebaseUser>
    let posts: FirebaseEntries<FirebasePost>
    let images: FirebaseEntries<String>

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FirebaseKey.self)
        guard Self.keys.contains(where: { object.contains(FirebaseKey(stringValue: $0)) }) else {
            throw DecodingError.valueNotFound(
                FirebaseLayout.self,
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "")
            )
        }
        users = object.entries(forKey: "users")
        posts = object.entries(forKey: "posts")
        images = object.entries(forKey: "images")
    }
}
