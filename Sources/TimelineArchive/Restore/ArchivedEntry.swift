import TimelineCore

/// An entry of an archive that passed the checks of its own line.
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

    /// The blobs that the entry shows.
    var blobs: [BlobID] { entry.photos.flatMap(\.blobs) }
}
