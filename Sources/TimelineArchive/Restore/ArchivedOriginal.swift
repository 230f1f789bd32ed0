import Foundation
import TimelineCore

/// A line in the list of originals: a file that a user shared as a photo.
struct ArchivedOriginal: Hashable, Sendable {
    /// The hash of the file.
    let original: BlobID
    /// The public copy.
    let photo: BlobID
    /// The user who shared the file.
    let user: User.ID

    /// Reads a line.
    ///
    /// - Throws: ``EntryError`` if the line is malformed.
    init(line: some Sequence<UInt8>) throws(EntryError) {
        // Any parsing error means that the text is not an entry.
        guard let value = try? JSONValue(parsingStrictly: line), case .object = value else {
            throw .lineNotJSON
        }
        original = try value.id("original")
        photo = try value.id("public")
        user = try value.id("user")
    }
}
