import Foundation
import TimelineCore

/// Photos as the engine returns them to one reader.
struct PhotoExporter: Sendable {
    /// The session or the guest that reads.
    let reader: any Principal
    /// Whether the reader wants their own photos without metadata too.
    let isStripped: Bool

    /// The file of a photo.
    ///
    /// - Throws: ``TimelineError``.
    func file(of photo: Photo) async throws -> Data {
        try await reader.data(of: photo, isStripped: isStripped)
    }
}

extension PostView {
    /// Names for the files of the photos: a stem, a number when there are more than one, and what ends names of
    /// their formats.
    func fileNames(_ stem: String) -> [String] {
        photos.enumerated()
            .map { index, photo in
                let number = photos.count > 1 ? "-\(index + 1)" : ""
                return "\(stem)\(number).\(photo.mediaType.fileExtension)"
            }
    }
}
