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
