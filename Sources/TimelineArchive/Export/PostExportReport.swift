import Foundation
import TimelineCore

/// A summary of an export in the Firebase layout or as files.
public struct PostExportReport: Encodable, Sendable, Hashable {
    /// The number of exported posts.
    public internal(set) var posts = 0
    /// The number of exported photos.
    public internal(set) var photos = 0
    /// The number of photos left out because their files are missing from the store or damaged.
    public internal(set) var lostPhotos = 0
    /// The number of photos left out because sync has not received them yet, or because their
    /// metadata could not be removed.
    public internal(set) var unavailablePhotos = 0
    /// The number of posts left out because their first photo could not be read.
    ///
    /// Only the Firebase layout requires a photo.
    public internal(set) var omittedPosts = 0
    /// The number of photos after the first one of a post, which the Firebase layout cannot
    /// contain.
    public internal(set) var omittedPhotos = 0
    /// The number of descriptions of exported photos, which the Firebase layout cannot contain.
    public internal(set) var omittedDescriptions = 0
    /// The number of display names and avatars, which the Firebase layout cannot contain.
    public internal(set) var omittedProfileFields = 0

    /// Reads the public copy of a photo and counts it as exported.
    ///
    /// - Returns: The bytes, or `nil` if they cannot be read, in which case the photo is counted as
    ///   lost or unavailable.
    /// - Throws: `TimelineError.storageFailed` if the private data cannot be read.
    mutating func read(
        _ photo: Photo,
        from blobs: any BlobStore,
        _ accounts: any AccountReader
    ) throws -> Data? {
        switch try blobs.exported(photo.blob, accounts) {
        case .content(let content):
            photos += 1
            return content
        case .lost: lostPhotos += 1
        case .unavailable: unavailablePhotos += 1
        }
        return nil
    }
}
