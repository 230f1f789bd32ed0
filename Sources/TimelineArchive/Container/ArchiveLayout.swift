import TimelineCore

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
