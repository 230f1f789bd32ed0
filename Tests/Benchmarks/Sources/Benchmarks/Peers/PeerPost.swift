import Foundation
import TimelineCore

/// A post as Redis or PostgreSQL stores it.
///
/// Posts in the generated dataset have one photo each.
struct PeerPost {
    let caption: String
    let blob: BlobID?
    let mediaType: String
    let width: Int
    let height: Int
    let alt: String?
    let thumbHash: Data?
    let likeCount: Int
    let commentCount: Int
    let place: Place?
    var isLiked = false

    /// Returns the place of a post, or `nil` if a coordinate is missing.
    static func place(name: String?, latitude: Double?, longitude: Double?) -> Place? {
        guard let latitude, let longitude else { return nil }
        return Place(
            name: name,
            coordinate: Coordinate(latitude: latitude, longitude: longitude)
        )
    }

    /// Converts the post to the engine's type.
    ///
    /// Returns `nil` if the photo is missing.
    func view(of id: Post.ID, by author: User) -> PostView? {
        guard let blob, let type = MediaType(rawValue: mediaType) else { return nil }
        let photo = Photo(
            blob: blob,
            byteCount: BenchmarkDataset.photo.byteCount,
            mediaType: type,
            width: width,
            height: height,
            alt: alt,
            thumbHash: thumbHash
        )
        return PostView(
            id: id,
            author: author,
            caption: caption,
            place: place,
            photos: [photo],
            likeCount: likeCount,
            commentCount: commentCount,
            likedByViewer: isLiked
        )
    }
}
