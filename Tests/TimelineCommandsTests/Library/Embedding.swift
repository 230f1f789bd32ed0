import Foundation
import TimelineArgon2
import TimelineCore
import TimelineMedia
import TimelineSQLite

func share(_ jpeg: Data, in folder: URL) async throws -> [PostView] {
    let owner = StoreOwner(
        repository: try SQLiteRepository(file: folder.appending(path: "timeline.sqlite")),
        blobs: try FolderBlobStore(folder: folder.appending(path: "blobs")),
        hasher: Argon2Hasher(),
        photoProcessor: MediaPhotoProcessor()
    )
    let form = SignUp(
        email: "leia@example.org",
        password: Password("two suns, one farm"),
        username: "leia"
    )
    let leia = try await owner.guest.signUp(form, label: "this device").session
    try await leia.post([PhotoFile(content: jpeg)], caption: "Tatooine")
    return try await leia.timeline().posts
}
