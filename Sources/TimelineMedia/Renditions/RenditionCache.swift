public import Foundation
public import TimelineCore

/// Creates renditions on first use and caches them as files.
///
/// All work runs on Dispatch threads. A rendition that is requested several times concurrently is
/// created only once. A lost or damaged file is created again. Several processes may use one
/// folder.
///
/// ```swift
/// let cache = RenditionCache(folder: folder.appending(path: "renditions"), blobs: blobs)
/// let file = try await cache.file(.fit1080, of: post.photos[0])
/// ```
///
/// Returning a cached rendition requires reading and hashing its file. Creating renditions is
/// limited to a number of processors and to an amount of memory. Renditions can always be created
/// again from the photos, so they are neither backed up nor synced, and the folder may be deleted
/// at any time.
///
/// The cache does not check permissions, so request only photos that the viewer may see.
public final class RenditionCache: RenditionStore, Sendable {
    /// The default limit in bytes for all files together: 1 GiB.
    public static let usualByteLimit = 1 << 30
    /// The default limit in bytes for the memory that creating renditions takes: 512 MiB.
    public static let usualMemoryLimit = 512 << 20

    private typealias Waiter = CheckedContinuation<RenditionFile, any Error>

    /// The store that contains the photos.
    private let blobs: any BlobStore
    /// The cached files.
    private let folder: RenditionFolder
    /// The decoder for HEIC, if one is installed.
    private let heif: @Sendable () -> HEIFLibrary?
    /// The executor that reads cached files and photos.
    private let reading: BlockingExecutor
    /// The scheduler that runs the creation of renditions.
    private let scheduler: RenditionScheduler
    /// The waiting requests for each rendition that is being created.
    private let waiters = Lock<[RenditionKey: [Waiter]]>([:])

    /// Opens a cache without reading or writing anything yet.
    ///
    /// - Parameters:
    ///   - folder: The folder for the files and nothing else, such as `renditions/` next to
    ///     `blobs/`. It is created when needed. It must not be a symbolic link. If it is one, its
    ///     files are ignored and nothing is cached.
    ///   - blobs: The store that contains the photos.
    ///   - byteLimit: The limit in bytes for all files together, above which the least recently
    ///     used files are evicted. Each process counts the files of the others only occasionally,
    ///     so the total may exceed the limit by a few per cent.
    ///   - memoryLimit: The memory in bytes that creating renditions may take at a time. A
    ///     rendition that takes more is created alone.
    ///   - processors: The number of renditions that may be created at a time.
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

    /// Opens a cache that uses `heif` to decode HEIC.
    init(
        folder: URL,
        blobs: any BlobStore,
        byteLimit: Int = RenditionCache.usualByteLimit,
        memoryLimit: Int = RenditionCache.usualMemoryLimit,
        processors: Int = ProcessInfo.processInfo.activeProcessorCount,
        heif: @autoclosure @escaping @Sendable () -> HEIFLibrary?
    ) {
        self.heif = heif
        self.blobs = blobs
        self.folder = RenditionFolder(folder, byteLimit: byteLimit)
        reading = BlockingExecutor(width: processors)
        scheduler = RenditionScheduler(lanes: max(1, processors), memoryLimit: memoryLimit)
    }

    /// Returns the JPEG file of a rendition.
    ///
    /// For HEIC that cannot be decoded on this machine, the method returns a placeholder, which is
    /// not cached, so that the photo appears as soon as libheif is installed. Without write access
    /// to the folder, the rendition is created for each request.
    ///
    /// A request that is cancelled while its rendition is being created still waits for it.
    ///
    /// - Parameters:
    ///   - rendition: The size and shape.
    ///   - photo: A photo in the blob store.
    /// - Returns: A JPEG file, upright and without metadata except for its colour profile.
    ///
    /// - Throws: `TimelineError.photoRefused` if the photo is damaged, or `storageFailed` if its
    ///   bytes are missing or unreadable.
    public func file(_ rendition: Rendition, of photo: Photo) async throws -> Data {
        try await file(RenditionKey(blob: photo.blob, rendition: rendition)) { photo }.content
    }

    /// Returns the JPEG file of a rendition for callers that know only the ID of the photo.
    ///
    /// If the rendition is not cached, the header of the photo is read first.
    ///
    /// - Parameters:
    ///   - rendition: The size and shape.
    ///   - blob: The ID of a photo in the blob store.
    /// - Returns: A JPEG file, upright and without metadata except for its colour profile.
    ///
    /// - Throws: The same errors as `file(_:of:)` with a photo.
    public func file(_ rendition: Rendition, of blob: BlobID) async throws -> RenditionFile {
        try await file(RenditionKey(blob: blob, rendition: rendition)) { [reading, blobs] in
            try await reading.run { try blobs.photo(blob) }
        }
    }

    /// Returns a cached rendition, or waits until it has been created.
    ///
    /// - Parameters:
    ///   - key: The key of the rendition.
    ///   - photo: A closure that returns the photo. It is called for only one of several concurrent
    ///     requests, and only if the rendition is not cached.
    /// - Returns: The file.
    /// - Throws: The same errors as `file(_:of:)` with a photo, or any error thrown by `photo`.
    private func file(
        _ key: RenditionKey,
        of photo: @escaping @Sendable () async throws -> Photo
    ) async throws -> RenditionFile {
        let cached = try await reading.run { [folder] in folder.file(for: CacheKey(key)) }
        if let cached { return RenditionFile(content: cached) }
        return try await withCheckedThrowingContinuation { waiter in
            let isFirst = waiters.withLock { waiters in
                waiters[key, default: []].append(waiter)
                return waiters[key]?.count == 1
            }
            // The rendition is created in a separate task, so that other requests receive it even
            // if the first is cancelled.
            if isFirst { Task { await make(key, of: photo) } }
        }
    }

    /// Returns the pixels of a photo at a size, decoded from its smallest sufficient rendition.
    ///
    /// - Parameters:
    ///   - fit: The size. Sizes above 2,048 pixels are reduced to it.
    ///   - photo: A photo in the blob store.
    /// - Returns: The pixels, and whether they show a placeholder.
    /// - Throws: The same errors as `file(_:of:)`.
    package func raster(
        _ fit: PictureFit,
        of photo: Photo
    ) async throws -> (raster: Raster, isPlaceholder: Bool) {
        let key = RenditionKey(blob: photo.blob, rendition: .smallest(for: fit))
        let file = try await file(key) { photo }
        let picture = try await reading.run { try Picture(reading: file.content, fit: fit) }
        return (picture.raster, file.isPlaceholder)
    }

    /// Returns the path of a PNG file that shows a photo at a size, for programs on this machine.
    ///
    /// The file is cached like a rendition, and ends with its SHA-256, which readers of PNG ignore.
    ///
    /// - Parameters:
    ///   - fit: The size. Sizes above 2,048 pixels are reduced to it.
    ///   - photo: A photo in the blob store.
    /// - Returns: The path, or `nil` for placeholders, which are not cached, and without write
    ///   access to the folder.
    /// - Throws: The same errors as `file(_:of:)`.
    package func pngFile(_ fit: PictureFit, of photo: Photo) async throws -> URL? {
        let key = CacheKey(png: fit, of: photo.blob)
        let isCached = try await reading.run { [folder] in folder.file(for: key) != nil }
        guard !isCached else { return folder.url(key) }
        let (raster, isPlaceholder) = try await raster(fit, of: photo)
        guard !isPlaceholder else { return nil }
        return try await reading.run { [folder] in
            guard let file = raster.png(saving: .time) else { return nil }
            folder.store(file, for: key)
            return folder.url(key)
        }
    }

    /// Deletes the renditions of photos, for instance after their post was deleted.
    ///
    /// The method blocks while it deletes files. A rendition that is being created at the same time
    /// may appear afterwards; the next check for orphans finds it.
    public func removeRenditions(of blobs: [BlobID]) {
        for blob in blobs { folder.removeAll(of: blob) }
    }

    /// Counts the renditions of unreferenced photos, and any unfinished files older than an hour.
    ///
    /// - Parameters:
    ///   - referenced: The IDs of all referenced photos.
    ///   - isRemoving: Whether to delete the files. Files that cannot be deleted are not counted.
    /// - Returns: The number of files.
    /// - Throws: `CancellationError` if the task is cancelled.
    package func orphans(
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
                report(Result { try made(key, of: photo) }, for: key)
            }
        } catch {
            report(.failure(error), for: key)
        }
    }

    private func report(_ result: Result<RenditionFile, any Error>, for key: RenditionKey) {
        let waiting = waiters.withLock { $0.removeValue(forKey: key) ?? [] }
        for waiter in waiting { waiter.resume(with: result) }
    }

    /// Creates a rendition, unless another request has created it since the cache was read.
    private func made(_ key: RenditionKey, of photo: Photo) throws -> RenditionFile {
        if let cached = folder.file(for: CacheKey(key)) { return RenditionFile(content: cached) }
        guard let content = try blobs.data(for: photo.blob) else {
            return try substitute(for: photo, key)
        }
        do throws(PictureError) {
            let file = try key.rendition.file(of: content, heif: heif())
            folder.store(file, for: CacheKey(key))
            return RenditionFile(content: file)
        } catch {
            guard case .notDrawn = error,
                let placeholder = key.rendition.placeholder(for: photo)
            else { throw TimelineError.photoRefused(error, name: nil) }
            return RenditionFile(content: placeholder, isPlaceholder: true)
        }
    }

    /// Returns a picture to show until sync has received the photo: its preview or, failing that, a
    /// placeholder.
    ///
    /// Neither is cached.
    private func substitute(for photo: Photo, _ key: RenditionKey) throws -> RenditionFile {
        if let preview = photo.preview, let content = try blobs.data(for: preview.blob),
            // If the preview cannot be decoded, show the placeholder.
            let file = try? key.rendition.file(of: content, heif: heif())
        {
            return RenditionFile(content: file, isPlaceholder: true)
        }
        guard let placeholder = key.rendition.placeholder(for: photo) else {
            throw TimelineError.unreadable(photo.blob, fault: .missing)
        }
        return RenditionFile(content: placeholder, isPlaceholder: true)
    }
}

extension BlobStore {
    /// Reads the header of a stored photo, and returns the photo without its ThumbHash and preview.
    fileprivate func photo(_ blob: BlobID) throws -> Photo {
        guard let content = try data(for: blob) else {
            throw TimelineError.unreadable(blob, fault: .missing)
        }
        do throws(PictureError) {
            let header = try PictureFile(reading: content).header
            return Photo(blob: blob, byteCount: content.count, header: header)
        } catch {
            throw TimelineError.photoRefused(error, name: nil)
        }
    }
}

/// The key of a cached rendition.
///
/// A photo is identified by the hash of its contents, so a cached rendition is never out of date.
struct RenditionKey: Hashable {
    /// The ID of the photo.
    let blob: BlobID
    /// The kind of rendition.
    let rendition: Rendition
}

/// The file of a rendition, as returned by ``RenditionCache``.
public struct RenditionFile: Hashable, Sendable {
    /// The JPEG file.
    public let content: Data
    /// Whether the file is a placeholder for a HEIC photo that cannot be decoded on this machine.
    ///
    /// Do not cache such a file, because the photo appears as soon as libheif is installed.
    public let isPlaceholder: Bool

    init(content: Data, isPlaceholder: Bool = false) {
        self.content = content
        self.isPlaceholder = isPlaceholder
    }
}
