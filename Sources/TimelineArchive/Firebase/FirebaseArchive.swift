public import Foundation
public import TimelineCore

/// One archive in the Firebase layout, read whole.
///
/// The layout is one JSON object; other keys than these are passed over:
/// - `users/<uid>`: `username` or `user`, `bio`, `url`, and `follows`, which holds `<uid>: true`.
/// - `posts/<push ID>`: `username`, `caption`, `imageEndpoint` or `image`, `comments` and `likes`.
/// - `comments/<push ID>` of a post: `username` and `text`; `likes/<push ID>`: `username`.
/// - `images/<name>`: a picture in base64.
///
/// A collection may also be an array with holes, as Firebase exports small numbers for keys. Whatever has
/// the wrong type is kept as an entry that is refused when the archive is loaded. Reading takes memory for
/// the JSON once and for its texts once; no picture is decoded.
public struct FirebaseArchive: Sendable {
    let users: FirebaseEntries<FirebaseUser>
    let posts: FirebaseEntries<FirebasePost>
    let images: FirebaseImages

    /// Reads an archive.
    ///
    /// - Parameters:
    ///   - file: the JSON; nested up to 512 deep.
    ///   - folder: a folder of pictures named as the posts name them, for those that the JSON lacks.
    /// - Throws: `TimelineError.archiveUnreadable` when `file` is not a JSON object, or repeats one of the three
    ///   keys, or the folder does not exist.
    public init(
        reading file: Data,
        images folder: URL? = nil
    ) throws(TimelineError) {
        if let folder, !Self.isFolder(folder) {
            throw .archiveUnreadable("there is no folder “\(folder.path)”.")
        }
        if let key = RepeatedKey.first(in: file, of: ["users", "posts", "images"]) {
            throw .archiveUnreadable("it has “\(key)” twice.")
        }
        let layout: FirebaseLayout
        do {
            layout = try JSONDecoder().decode(FirebaseLayout.self, from: file)
        } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
            throw .archiveUnreadable("it is JSON, but not an object of users, posts and images.")
        } catch {
            throw .archiveUnreadable("it is not JSON, or nested too deep.")
        }
        users = layout.users
        posts = layout.posts
        images = FirebaseImages(encoded: layout.images, folder: folder)
    }

    private static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
            && isFolder.boolValue
    }
}

/// The archive's top level.
private struct FirebaseLayout: Decodable {
    let users: FirebaseEntries<FirebaseUser>
    let posts: FirebaseEntries<FirebasePost>
    let images: FirebaseEntries<String>

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: FirebaseKey.self)
        guard ["users", "posts", "images"].contains(where: object.contains) else {
            let context = DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "none of the three"
            )
            throw DecodingError.valueNotFound(FirebaseLayout.self, context)
        }
        users = object.entries("users")
        posts = object.entries("posts")
        images = object.entries("images")
    }
}
