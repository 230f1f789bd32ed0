import TimelineCore

/// A record from a line of an archive, with a valid signature.
struct ArchivedEntry: Sendable {
    let record: VerifiedRecord
    /// The path of the file.
    let file: String
    /// The number of the line, from 1.
    let line: Int

    /// The blobs that the record references.
    var blobs: [BlobID] { record.body.photos.flatMap { $0.blobs } }
}
