import Foundation
import TimelineCore

/// Photos as the engine returns them to one reader.
struct PhotoExport: Sendable {
    let engine: TimelineEngine
    /// The reader; `nil` when nobody is logged in.
    let viewer: User?
    /// Whether the reader wants their own photos without metadata too.
    let isStripped: Bool

    /// The file of a photo.
    ///
    /// - Throws: ``TimelineError``.
    func file(of photo: Photo) async throws -> Data {
        try await engine.data(of: photo, for: viewer?.id, isStripped: isStripped)
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
