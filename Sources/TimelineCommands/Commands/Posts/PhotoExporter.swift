import Foundation
import TimelineCore

/// Returns the photo files that one reader may save.
struct PhotoExporter: Sendable {
    /// The session or guest that reads.
    let reader: any Principal
    /// Whether metadata is removed from the reader's own photos too.
    let isStripped: Bool

    /// Returns the contents of a photo's file.
    ///
    /// - Throws: ``TimelineError``.
    func contents(of photo: Photo) async throws -> Data {
        try await reader.data(of: photo, isStripped: isStripped)
    }
}

extension PostView {
    /// The file names of the photos: `stem`, a number if there are several, and the extension of
    /// the format.
    func fileNames(stem: String) -> [String] {
        photos.enumerated()
            .map { index, photo in
                let number = photos.count > 1 ? "-\(index + 1)" : ""
                return "\(stem)\(number).\(photo.mediaType.fileExtension)"
            }
    }
}
