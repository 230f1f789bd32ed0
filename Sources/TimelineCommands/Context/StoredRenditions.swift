import TimelineCore
import TimelineMedia

/// The light copies of a store's photos: one cache for all that a command draws.
///
/// It is opened when it is first asked for, since most commands draw nothing.
final class StoredRenditions: Sendable {
    private let folder: StoreFolder
    private let opened = Lock<RenditionCache?>(nil)

    /// The copies of the store in a folder.
    init(of folder: StoreFolder) { self.folder = folder }

    /// The cache, the same each time.
    ///
    /// - Throws: ``TimelineError``.
    func cache() throws -> RenditionCache {
        try opened.withLock { opened in
            if let opened { return opened }
            let cache = RenditionCache(
                folder: folder.renditions,
                blobs: try FolderBlobStore(folder: folder.blobs)
            )
            opened = cache
            return cache
        }
    }
}
