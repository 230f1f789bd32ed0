import Foundation
import TimelineCore
import TimelineSync

/// Exchanges posts and pictures with a folder that friends share, as through a cloud service.
///
/// Nothing is lost if the app is closed meanwhile.
func sync(_ leia: UserSession, of owner: StoreOwner, with folder: URL) async throws -> SyncReport {
    let parts = FileManager.default.temporaryDirectory.appending(path: "incoming")
    let sync = StoreSync(owner: owner, user: leia.userID, partialBlobs: parts)
    var report = try await sync.sync(folder: folder.path, isOwn: false)
    while report.needsAnotherSync {
        report = try await sync.sync(folder: folder.path, isOwn: false)
    }
    return report
}
