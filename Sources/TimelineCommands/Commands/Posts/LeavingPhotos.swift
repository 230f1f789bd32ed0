import Foundation
import TimelineCore
import TimelineMedia

/// Photos as they may leave the store: to their owner as they are, to everyone else without metadata.
struct LeavingPhotos: Sendable {
    let engine: TimelineEngine
    /// Who takes them; `nil` when nobody is logged in.
    let viewer: User?
    /// Whether the owner wants no metadata either.
    let isStripped: Bool

    /// The file that leaves for a photo of a post.
    ///
    /// - Throws: ``TimelineError/photoRefused(_:name:)`` when the metadata of a damaged file cannot be told from its
    ///   pixels; a failure of storage.
    func file(of photo: Photo, in post: PostView) async throws -> Data {
        let content = try await engine.data(of: photo)
        guard isStripped || viewer?.id != post.author.id else { return content }
        do throws(PhotoFault) {
            return try MetadataStripper.stripped(content)
        } catch {
            throw TimelineError.photoRefused(error, name: nil)
        }
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
