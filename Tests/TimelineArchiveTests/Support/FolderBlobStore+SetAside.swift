import Foundation
import TimelineCore

extension FolderBlobStore {
    /// Moves the file of a blob to the path at which a killed removal leaves it.
    func setAside(_ id: BlobID) throws {
        let discarded = folder.appending(path: ".discarded")
        try DurableFile.makeFolder(discarded)
        try DurableFile.move(path(for: id), to: discarded.appending(path: id.description))
    }
}
