public import Foundation
public import TimelineCore

/// Makes renditions on first use and caches them as files.
///
/// All work runs on Dispatch threads. Concurrent requests for one rendition share its making. A
/// file that is lost or damaged is made again. Several processes may use one folder.
///
/// ```swift
/// let cache = RenditionCache(folder: folder.appending(path: "renditions"), blobs: blobs)
/// let file = try await cache.file(.fit1080, of: post.photos[0])
/// ```
///
/// A rendition that is cached costs reading and hashing its file. One that is not is made within
/// two bounds: a number of processors and a limit of memory. Renditions follow from the photos and
/// are neither backed up nor synced; the folder may be deleted at any time.
///
/// The cache does not check readers: pass it photos that its reader may see.
public final class RenditionCache: RenditionStore, Sendable {
    /// The default limit of all files together: 1 GiB.
    public static let usualByteLimit = 1 << 30
    /// The default limit of memory while renditions are made: 512 MiB.
    public static let usualMemoryLimit = 512 << 20

    private typealias Waiter = CheckedContinuation<RenditionFile, any Error>

    /// The photos.
    private let blobs: any BlobStore
    /// The cached files.
    private let folder: RenditionFolder
    /// The decoder of HEIC, if one is installed.
    private let heif: HEIFLibrary?
    /// The threads that read cached files and photos.
    private let reading: BlockingExecutor
    /// The threads that make renditions.
    private let scheduler: RenditionScheduler
    /// The requests for each rendition that is being made.
    private let waiters = Lock<[RenditionKey: [Waiter]]>([:])

    /// Opens a cache; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - folder: Contains the files and nothing else, such as `renditions/` beside `blobs/`;
    ///     created when needed. Must not be a symbolic link: files behind one are ignored, and
    ///     nothing is cached.
    ///   - blobs: Contains the photos.
    ///   - byteLimit: The limit of all files together in bytes, above which the least recently used
    ///     are evicted. Processes count each other's files now and then, so the total may exceed it
    ///     by a few per cent.
    ///   - memoryLimit: The bytes of memory that making renditions may take at a time; one that
    ///     takes more runs alone.
    ///   - processors: The number of renditions that are made at a time.
    public convenience init(
        folder: URL,
        blobs: any BlobStore,
        byteLimit: Int = RenditionCache.usualByteLimit,
        memoryLimit: Int = RenditionCache.usualMemoryLimit,
        processors: Int = ProcessInfo.processInfo.activeProcessorCount
    ) {
        self.init(
            folder: folder,
            blobs: blobs,
            byteLimit: byteLimit,
            memoryLimit: memoryLimit,
            processors: processors,
            heif: .system
        )
    }

    /// Opens a cache that decodes HEIC through `heif`.
    init(
        folder: URL,
        blobs: any BlobStore,
        byteLimit: Int = RenditionCache.usualByteLimit,
        memoryLimit: Int = RenditionCache.usualMemoryLimit,
        processors: Int = ProcessInfo.processInfo.activeProcessorCount,
        heif: HEIFLibrary?
    ) {
        self.heif = heif
        self.blobs = blobs
        self.folder = RenditionFolder(folder, byteLimit: byteLimit)
        reading = BlockingExecutor(width: processors)
        scheduler = RenditionScheduler(lanes: max(1, processors), memoryLimit: memoryLimit)
    }

    /// Returns the JPEG file of a rendition.
    ///
    /// For HEIC that cannot be decoded here, returns a placeholder, which is not cached: the photo
    /// appears as soon as libheif is installed. Without write access to the folder, the rendition
    /// is made each time.
    ///
    /// A request that is cancelled while its rendition is made still waits for it.
    ///
    /// - Parameters:
    ///   - rendition: The size and shape.
    ///   - photo: A photo in the blob store.
    /// - Returns: A JPEG file, upright and without metadata except for its colour profile.
    ///
    /// - Throws: `TimelineError`: `photoRefused` when the photo is damaged, `storageFailed` when
    ///   its bytes are missing or unreadable.
    public func file(_ rendition: Rendition, of photo: Photo) async throws -> Data {
        try await file(RenditionKey(blob: photo.blob, rendition: rendition)) { photo }.content
    }

    /// Returns the JPEG file of a rendition of a photo of which only the ID is known; the photo is
    /// read only if the rendition is not cached.
    ///
    /// Reads the header of the photo first if nothing is cached.
    ///
    /// - Parameters:
    ///   - rendition: The size and shape.
    ///   - blob: A photo in the blob store.
    /// - Returns: A JPEG file, upright and without metadata except for its colour profile.
    ///
    /// - Throws: The errors of the same call with a photo.
    public func file(_ rendition: Rendition, of blob: BlobID) async throws -> RenditionFile {
        try await file(RenditionKey(blob: blob, rendition: rendition)) { [reading, blobs] in
            try await reading.run { try blobs.photo(blob) }
        }
    }

    /// Returns a cached rendition, or waits until it is made.
    ///
    /// - Parameters:
    ///   - key: The rendition.
    ///   - photo: Describes the photo; called for one of several concurrent requests, and only if
    ///     the rendition is not cached.
    /// - Returns: The file.
    /// - Throws: The errors of a call with a photo, and those of `photo`.
    private func file(
        _ key: RenditionKey,
        of photo: @escaping @Sendable () async throws -> Photo
    ) async throws -> RenditionFile {
        let cached = try await reading.run { [folder] in folder.file(key) }
        if let cached { return RenditionFile(content: cached) }
        return try await withCheckedThrowingContinuation { waiter in
            let isFirst = waiters.withLock { waiters in
                waiters[key, default: []].append(waiter)
                return waiters[key]?.count == 1
            }
            // Others wait for the rendition even if the first request is cancelled.
            if isFirst { Task { await make(key, of: photo) } }
        }
    }

    /// Deletes the renditions of photos, for instance after their post was deleted.
    ///
    /// Blocks while it deletes files. A rendition that is being made meanwhile may appear
    /// afterwards; a later check for orphans counts it.
    public func removeRenditions(of blobs: [BlobID]) {
        for blob in blobs {
            for rendition in Rendition.allCases {
                folder.remove(RenditionKey(blob: blob, rendition: rendition))
            }
        }
    }

    /// Counts the files of unreferenced photos, for instance after a user left or another device
    /// deleted a post, and unfinished files that are older than an hour.
    ///
    /// - Parameters:
    ///   - referenced: The photos with a reference.
    ///   - isRemoving: Whether to delete the files; files that cannot be deleted are not counted.
    /// - Returns: The number of files.
    /// - Throws: `CancellationError`.
    public func orphans(
        besides referenced: Set<BlobID>,
        removing isRemoving: Bool
    ) async throws -> Int {
        try await reading.run { [folder] in
            folder.orphans(besides: referenced, removing: isRemoving)
        }
    }

    private func make(
        _ key: RenditionKey,
        of photo: @Sendable () async throws -> Photo
    ) async {
        do {
            let photo = try await photo()
            scheduler.schedule(memory: key.rendition.memory(for: photo)) { [self] in
                report(Result { try made(key, of: photo) }, key)
            }
        } catch {
            report(.failure(error), key)
        }
    }

    private func report(_ result: Result<RenditionFile, any Error>, _ key: RenditionKey) {
        let waiting = waiters.withLock { $0.removeValue(forKey: key) ?? [] }
        for waiter in waiting { waiter.resume(with: result) }
    }

    /// Makes a rendition, unless another request has made it since the cache was read.
    private func made(_ key: RenditionKey, of photo: Photo) throws -> RenditionFile {
        if let cached = folder.file(key) { return RenditionFile(content: cached) }
        guard let content = try blobs.data(for: photo.blob) else {
            throw TimelineError.unreadable(photo.blob, .missing)
        }
        do throws(PictureFault) {
            let file = try key.rendition.file(of: content, heif: heif)
            folder.store(file, key)
            return RenditionFile(content: file)
        } catch {
            guard case .notDrawn = error,
                let placeholder = key.rendition.placeholder(for: photo)
            else { throw TimelineError.photoRefused(error, name: nil) }
            return RenditionFile(content: placeholder, isPlaceholder: true)
        }
    }
}

extension BlobStore {
    /// Describes a stored photo.
    fileprivate func photo(_ blob: BlobID) throws -> Photo {
        guard let content = try data(for: blob) else {
            throw TimelineError.unreadable(blob, .missing)
        }
        do throws(PictureFault) {
            let header = try PictureFile(reading: content).header
            return Photo(blob: blob, byteCount: content.count, header: header)
        } catch {
            throw TimelineError.photoRefused(error, name: nil)
        }
    }
}
