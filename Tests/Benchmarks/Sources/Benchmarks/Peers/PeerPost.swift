import Foundation
import TimelineCore

/// A row of a page as a peer keeps it: posts of the generated world have one photo each.
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

    /// A place with a name, as generated posts have it.
    static func place(_ name: String?, _ latitude: Double?, _ longitude: Double?) -> Place? {
        guard let latitude, let longitude else { return nil }
        return Place(
            name: name,
            coordinate: Coordinate(latitude: latitude, longitude: longitude)
        )
    }

    /// The post as the engine shows it; `nil` when the photo is missing.
    func view(of id: Post.ID, by author: User) -> PostView? {
        guard let blob, let type = MediaType(rawValue: mediaType) else { return nil }
        let photo = Photo(
            blob: blob,
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
