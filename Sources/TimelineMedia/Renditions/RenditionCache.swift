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

    /// A request, whose continuation is resumed with the file or the error.
    private struct Waiter {
        /// Identifies the request, so that its cancellation finds it.
        let ticket: Ticket
        let continuation: CheckedContinuation<Data, any Error>
    }

    /// The identity of a request.
    private final class Ticket: Sendable {}

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
    /// The requests for each rendition that is being made; an empty array if all were cancelled.
    private let waiters = Lock<[RenditionKey: [Waiter]]>([:])

    /// Opens a cache; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - folder: contains the files and nothing else, such as `renditions/` beside `blobs/`;
    ///     created when needed. Must not be a symbolic link: files behind one are ignored, and
    ///     nothing is cached.
    ///   - blobs: contains the photos.
    ///   - byteLimit: the limit of all files together in bytes, above which the least recently used
    ///     are evicted. Processes count each other's files now and then, so the total may exceed it
    ///     by a few per cent.
    ///   - memoryLimit: the bytes of memory that making renditions may take at a time; one that
    ///     takes more runs alone.
    ///   - processors: the number of renditions that are made at a time. Values below 1 are treated
    ///     as 1.
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
        reading = BlockingExecutor(width: max(1, processors))
        scheduler = RenditionScheduler(lanes: max(1, processors), memoryLimit: memoryLimit)
    }

    /// Returns the JPEG file of a rendition.
    ///
    /// For HEIC that cannot be decoded here, returns a placeholder, which is not cached: the photo
    /// appears as soon as libheif is installed. Without write access to the folder, the rendition
    /// is made each time.
    ///
    /// If the task is cancelled, the request ends at once, while the rendition is still made and
    /// cached.
    ///
    /// - Parameters:
    ///   - rendition: the size and shape.
    ///   - photo: a photo in the blob store.
    /// - Returns: a JPEG file, upright and without metadata except for its colour profile.
    ///
    /// - Throws: `TimelineError`: `photoRefused` when the photo is damaged, `storageFailed` when
    ///   its bytes are missing or unreadable; `CancellationError` if the task is cancelled.
    public func file(_ rendition: Rendition, of photo: Photo) async throws -> Data {
        let key = RenditionKey(blob: photo.blob, rendition: rendition)
        let cached = try await reading.run { [folder] in folder.file(key) }
        if let cached { return cached }
        let ticket = Ticket()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let waiter = Waiter(ticket: ticket, continuation: continuation)
                if add(waiter, for: key) { make(key, of: photo) }
            }
        } onCancel: {
            cancel(ticket, for: key)
        }
    }

    /// Adds a request, and returns whether it is the first one for its rendition.
    ///
    /// Ends the request instead if its task has been cancelled.
    private func add(_ waiter: Waiter, for key: RenditionKey) -> Bool {
        let isFirst = waiters.withLock { waiters -> Bool? in
            // A later cancellation finds the request, because it waits for this lock.
            guard !Task.isCancelled else { return nil }
            defer { waiters[key, default: []].append(waiter) }
            return waiters[key] == nil
        }
        if isFirst == nil { waiter.continuation.resume(throwing: CancellationError()) }
        return isFirst == true
    }

    /// Ends a request of a cancelled task, while the rendition is still made.
    private func cancel(_ ticket: Ticket, for key: RenditionKey) {
        let waiter = waiters.withLock { waiters -> Waiter? in
            guard let index = waiters[key]?.firstIndex(where: { $0.ticket === ticket }) else {
                return nil
            }
            return waiters[key]?.remove(at: index)
        }
        waiter?.continuation.resume(throwing: CancellationError())
    }

    /// Returns the JPEG file of a rendition of a photo of which only the ID is known.
    ///
    /// Reads the header of the photo first if nothing is cached.
    ///
    /// - Parameters:
    ///   - rendition: the size and shape.
    ///   - blob: a photo in the blob store.
    /// - Returns: a JPEG file, upright and without metadata except for its colour profile.
    ///
    /// - Throws: the errors of the same call with a photo.
    public func file(_ rendition: Rendition, of blob: BlobID) async throws -> Data {
        let key = RenditionKey(blob: blob, rendition: rendition)
        let cached = try await reading.run { [folder] in folder.file(key) }
        if let cached { return cached }
        let photo = try await reading.run { [blobs] in
            guard let content = try blobs.data(for: blob) else {
                throw TimelineError.unreadable(blob, .missing)
            }
            do throws(PictureFault) {
                let header = try PictureFile(reading: content).header
                return Photo(blob: blob, byteCount: content.count, header: header)
            } catch {
                throw TimelineError.photoRefused(error, name: nil)
            }
        }
        return try await file(rendition, of: photo)
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
    ///   - referenced: the photos with a reference.
    ///   - isRemoving: whether to delete the files; files that cannot be deleted are not counted.
    /// - Returns: the number of files.
    /// - Throws: `CancellationError`.
    public func orphans(
        besides referenced: Set<BlobID>,
        removing isRemoving: Bool
    ) async throws -> Int {
        try await reading.run { [folder] in
            folder.orphans(besides: referenced, removing: isRemoving)
        }
    }

    /// Schedules the work for the first of several requests, and resumes all of them with its
    /// result.
    private func make(_ key: RenditionKey, of photo: Photo) {
        scheduler.schedule(memory: key.rendition.memory(for: photo)) { [self] in
            let result = Result { try made(key, of: photo) }
            let waiting = waiters.withLock { $0.removeValue(forKey: key) ?? [] }
            for waiter in waiting { waiter.continuation.resume(with: result) }
        }
    }

    /// Makes a rendition, unless another request has made it since the cache was read.
    private func made(_ key: RenditionKey, of photo: Photo) throws -> Data {
        if let cached = folder.file(key) { return cached }
        guard let content = try blobs.data(for: photo.blob) else {
            throw TimelineError.unreadable(photo.blob, .missing)
        }
        do throws(PictureFault) {
            let file = try key.rendition.file(of: content, heif: heif)
            folder.store(file, key)
            return file
        } catch {
            guard case .notDrawn = error,
                let placeholder = key.rendition.placeholder(for: photo)
            else { throw TimelineError.photoRefused(error, name: nil) }
            return placeholder
        }
    }
}
