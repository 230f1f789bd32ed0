import TimelineCore
import TimelineMedia

/// The renditions of a store, in a cache that all drawings of a command share.
///
/// The cache is opened on first use, because most commands draw nothing.
final class StoredRenditions: Sendable {
    private let folder: StoreFolder
    private let opened = Lock<RenditionCache?>(nil)

    /// Creates the renditions of the given store without opening the cache.
    init(of folder: StoreFolder) { self.folder = folder }

    /// Returns the cache.
    ///
    /// Every call returns the same cache.
    ///
    /// - Throws: A ``TimelineError`` if the cache cannot be opened.
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
