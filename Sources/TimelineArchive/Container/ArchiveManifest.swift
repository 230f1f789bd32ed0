import Foundation
import TimelineCore

/// The list of all files in an archive.
struct ArchiveManifest: Sendable {
    /// A file in an archive.
    struct File: Hashable, Sendable {
        let path: String
        let byteCount: Int
        let hash: BlobID
    }

    /// The files, except the manifest itself.
    var files: [File] = []
    /// The number of lines in `records`.
    var entryCount = 0
    /// The user to whom the archive belongs, or `nil` if it contains the whole store.
    var user: User.ID?
    /// The photos and previews that entries show and the export left out.
    var missing: [BlobID] = []

    static let path = "manifest.json"
    static let format = ArchiveText.format
    static let version: Int64 = 1
    /// The maximum size of a manifest in bytes.
    ///
    /// A million files, the most that a zip archive may contain, need about 180 MB.
    static let sizeLimit = 256 << 20

    /// The contents of the manifest file, with one line per file in the archive.
    var json: Data {
        let lines = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
            .map { file in
                JSONValue.object([
                    "bytes": .integer(Int64(file.byteCount)), "path": .string(file.path),
                    "sha256": .string(file.hash.description),
                ])
                .json
            }
        var rest: [String: JSONValue] = [
            "format": .string(Self.format), "version": .integer(Self.version),
            "entries": .integer(Int64(entryCount)),
            "missing": .array(missing.sorted().map { .string($0.description) }),
        ]
        rest["user"] = user.map { JSONValue($0) }
        let members = rest.sorted { $0.key < $1.key }
            .map { "\(JSONValue.string($0.key).json):\($0.value.json)" }
        let text = """
            {"files":[
            \(lines.joined(separator: ",\n"))
            ],
            \(members.joined(separator: ",\n"))}

            """
        return Data(text.utf8)
    }

    /// Creates a manifest without files.
    init(of user: User.ID?) {
        self.user = user
    }

    /// Reads a manifest.
    ///
    /// - Throws: `TimelineError.archiveUnreadable`, also if it lists a path twice.
    init(reading json: Data) throws(TimelineError) {
        // Any parsing error means that the text is not a manifest.
        guard let value = try? JSONValue(parsingStrictly: json),
            value["format"]?.string == Self.format, let list = value["files"]?.array
        else { throw .archiveUnreadable(ArchiveText.noManifest) }
        guard value["version"]?.integer == Self.version else {
            throw .archiveUnreadable(ArchiveText.laterVersion)
        }
        var paths: Set<String> = []
        for file in list {
            guard let path = file["path"]?.string, let byteCount = file["bytes"]?.integer,
                let hash = file["sha256"]?.string.flatMap({ BlobID($0) }), byteCount >= 0,
                paths.insert(path).inserted
            else { throw .archiveUnreadable(ArchiveText.noManifest) }
            files.append(File(path: path, byteCount: Int(byteCount), hash: hash))
        }
        let blobs = value["missing"]?.array?.map { $0.string.flatMap { BlobID($0) } }
        missing = blobs?.compactMap(\.self) ?? []
        guard let blobs, missing.count == blobs.count
        else { throw .archiveUnreadable(ArchiveText.noManifest) }
        entryCount = Int(value["entries"]?.integer ?? 0)
        user = value["user"]?.string.flatMap { User.ID($0) }
    }
}

/// The paths of the files in an archive.
enum ArchiveLayout {
    /// A folder with files that are named after their hashes.
    enum Folder: String, CaseIterable {
        /// The public copies of photos.
        case blobs
        /// The previews of photos.
        case previews
        /// The files that users shared, with all metadata.
        case originals
    }

    /// The extension of a file with an unknown format.
    static let unknownExtension = "bin"

    /// The folder of the site.
    static let site = "site/"

    /// The list of originals, as JSON Lines.
    static let originals = "originals.jsonl"

    /// Returns the path of the file of entries with the given number, starting at 1.
    static func records(_ number: Int) -> String {
        let digits = String(number)
        return "records/\(String(repeating: "0", count: max(0, 6 - digits.count)))\(digits).jsonl"
    }

    /// Returns whether a path belongs to a file of entries.
    static func isRecords(_ path: String) -> Bool {
        path.wholeMatch(of: /records\/[0-9]{6,9}\.jsonl/) != nil
    }

    /// Returns the path of a file that is named after its hash.
    static func path(of blob: BlobID, in folder: Folder, extension name: String) -> String {
        let digits = blob.description
        return "\(folder.rawValue)/\(digits.prefix(2))/\(digits.dropFirst(2)).\(name)"
    }

    /// Parses the path of a file that is named after its hash into its folder and the hash.
    static func blob(at path: String) -> (folder: Folder, blob: BlobID)? {
        guard
            let match = path.wholeMatch(
                of: /(blobs|previews|originals)\/([0-9a-f]{2})\/([0-9a-f]{62})\.[a-z]{3,4}/
            ),
            let folder = Folder(rawValue: String(match.1)),
            let blob = BlobID(String(match.2) + String(match.3))
        else { return nil }
        return (folder, blob)
    }
}
