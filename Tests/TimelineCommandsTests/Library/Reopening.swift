import Foundation
import TimelineArgon2
import TimelineCore
import TimelineMedia
import TimelineSQLite

/// Opens a store with the token of an earlier login, and reads the newest posts of the home feed,
/// each with its first picture as a JPEG file of at most 1,080 pixels.
func feed(in folder: URL, token: String) async throws -> [(post: PostView, picture: Data)] {
    let blobs = try FolderBlobStore(folder: folder.appending(path: "blobs"))
    let owner = StoreOwner(
        repository: try SQLiteRepository(file: folder.appending(path: "timeline.sqlite")),
        blobs: blobs,
        hasher: Argon2Hasher(),
        photoProcessor: MediaPhotoProcessor()
    )
    guard let token = Session.Token(token) else { throw TimelineError.notLoggedIn }
    let leia = try await owner.guest.session(for: token)
    let renditions = RenditionCache(folder: folder.appending(path: "renditions"), blobs: blobs)
    var feed: [(post: PostView, picture: Data)] = []
    for post in try await leia.timeline().posts {
        feed.append((post, try await renditions.file(.fit1080, of: post.photos[0])))
    }
    return feed
}
