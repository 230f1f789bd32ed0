import Foundation
import TimelineCore

/// An exporter that reads photo files with the access rights of one reader.
struct PhotoExporter: Sendable {
    /// The session or guest that reads the photos.
    let reader: any Principal
    /// Whether metadata is also removed from the reader's own photos.
    let isStripped: Bool

    /// Returns the contents of a photo's file.
    ///
    /// - Throws: A ``TimelineError`` if the photo cannot be read or stripped.
    func contents(of photo: Photo) async throws -> Data {
        try await reader.data(of: photo, isStripped: isStripped)
    }

    /// Requests the photos of a post that are not on this device, if a user is logged in.
    func requestMissing(in post: PostView) async {
        guard let session = reader as? UserSession else { return }
        // The photos on this device can be exported even if the request fails.
        try? await session.requestMissing(post.photos)
    }
}

extension PostView {
    /// Returns the file names of the photos.
    ///
    /// Each consists of `stem`, a number if the post has several photos, and the file extension of
    /// the format.
    func fileNames(stem: String) -> [String] {
        photos.enumerated()
            .map { index, photo in
                let number = photos.count > 1 ? "-\(index + 1)" : ""
                return "\(stem)\(number).\(photo.mediaType.fileExtension)"
            }
    }
}
