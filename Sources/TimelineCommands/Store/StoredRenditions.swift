import TimelineCore
import TimelineMedia

/// The renditions of a store: one cache for everything that a command draws.
///
/// It is opened on first use, because most commands draw nothing.
final class StoredRenditions: Sendable {
    private let folder: StoreFolder
    private let opened = Lock<RenditionCache?>(nil)

    /// The renditions of the store in a folder.
    init(of folder: StoreFolder) { self.folder = folder }

    /// Returns the cache, the same one each time.
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
