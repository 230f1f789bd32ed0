package import Foundation
package import TimelineCore

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
package struct FirebaseArchive: Sendable {
    let users: FirebaseEntries<FirebaseUser>
    let posts: FirebaseEntries<FirebasePost>
    let images: FirebaseImages

    /// Decodes an archive.
    ///
    /// - Parameters:
    ///   - file: The JSON data, nested up to 512 levels deep.
    ///   - folder: A folder of pictures in any supported format that supplies those missing from
    ///     the JSON. The files have the names that posts use for their pictures.
    /// - Throws: `TimelineError.archiveUnreadable` if `file` is not a JSON object with at least one
    ///   of the keys `users`, `posts` and `images`, if it contains one of these keys twice, or if
    ///   `folder` does not exist.
    package init(
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

/// A scanner that finds keys that occur twice at the top level of a JSON object.
///
/// A decoder would silently drop one of the two values.
struct DuplicateKeyScanner {
    private let keys: Set<String>
    private var seen: Set<String> = []
    private var depth = 0

    private init(keys: Set<String>) {
        self.keys = keys
    }

    /// Returns the first of the given keys that occurs twice at the top level.
    ///
    /// - Parameters:
    ///   - keys: The keys to check, each of which has at most 62 bytes as it appears in the JSON.
    ///   - json: JSON in UTF-8. Malformed JSON is not treated as an error.
    /// - Returns: The key, or `nil` if none of the keys occurs twice.
    static func firstDuplicate(of keys: Set<String>, in json: Data) -> String? {
        var scanner = DuplicateKeyScanner(keys: keys)
        return json.withUnsafeBytes { scanner.firstDuplicate(in: $0) }
    }

    private mutating func firstDuplicate(in bytes: UnsafeRawBufferPointer) -> String? {
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                let start = index
                index = Self.end(ofStringAt: start, in: bytes)
                if depth == 1, Self.isKey(endingAt: index, in: bytes),
                    let key = Self.decode(bytes[start...min(index, bytes.count - 1)]),
                    keys.contains(key), !seen.insert(key).inserted
                {
                    return key
                }
            default: break
            }
            index += 1
        }
        return nil
    }

    /// Returns the index of a string's closing quotation mark, or the end of the JSON if it is
    /// missing.
    private static func end(ofStringAt start: Int, in bytes: UnsafeRawBufferPointer) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index, bytes.count)
    }

    private static func isKey(endingAt end: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
        let next = bytes.dropFirst(end + 1).first { !" \t\r\n".utf8.contains($0) }
        return next == UInt8(ascii: ":")
    }

    /// Decodes a string literal, including its quotation marks.
    private static func decode(_ literal: Slice<UnsafeRawBufferPointer>) -> String? {
        // The keys of the archive layout fit, even if every character is escaped.
        guard literal.count <= 64 else { return nil }
        let json = Data([UInt8(ascii: "[")] + literal + [UInt8(ascii: "]")])
        // `try?` is correct because a malformed literal is not a key.
        return (try? JSONDecoder().decode([String].self, from: json))?.first
    }
}
