import TimelineCore

/// An archive entry whose line has passed all checks.
struct ArchivedEntry: Sendable {
    let entry: SharedEntry
    /// The path of the file.
    let file: String
    /// The number of the line, from 1.
    let line: Int
    /// The hash of the line as this store would export it.
    let hash: BlobID

    init(_ entry: SharedEntry, file: String, line: Int) {
        self.entry = entry
        self.file = file
        self.line = line
        hash = ArchiveLine(entry).hash
    }

    /// The blobs that the entry references.
    var blobs: [BlobID] { entry.photos.flatMap(\.blobs) }
}
