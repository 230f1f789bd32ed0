public import Foundation
public import TimelineCore

/// Makes renditions on first use and keeps them as files.
///
/// All work happens on Dispatch's threads. Whoever asks for a rendition that is being made waits for that
/// one. What is lost or damaged is made again. Any number of processes may use one folder.
public final class RenditionCache: RenditionStore, Sendable {
    /// The most bytes of files that are kept unless another limit is given: 1 GiB.
    public static let usualByteLimit = 1 << 30
    /// The memory that all makings together may need unless another limit is given: 512 MiB.
    public static let usualMemoryLimit = 512 << 20

    private typealias Waiter = CheckedContinuation<Data, any Error>

    private let blobs: any BlobStore
    private let folder: RenditionFolder
    private let heif: HEIFLibrary?
    private let reading: BlockingExecutor
    private let gate: RenditionScheduler
    private let waiters = Lock<[RenditionName: [Waiter]]>([:])

    /// Opens a cache; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - folder: holds the files and nothing else, such as `renditions/` beside `blobs/`; made when needed.
    ///     It is not to be a link: what lies behind one is not touched, and nothing is kept.
    ///   - blobs: gives the photos.
    ///   - byteLimit: the most bytes of files; the least recently used go when there are more. Each process
    ///     counts the others' files only now and then, so for a while there may be a few per cent more.
    ///   - memoryLimit: the bytes of memory that makings may need at the same time; one that needs more
    ///     runs alone.
    ///   - processors: how many are made at the same time.
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

    /// Opens a cache that decodes HEIC through the library given.
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
        gate = RenditionScheduler(lanes: max(1, processors), memoryLimit: memoryLimit)
    }

    /// The JPEG file of a rendition.
    ///
    /// For HEIC that cannot be decoded here it shows a drawn placeholder, which is not kept: once there is a library,
    /// the photo is seen. A folder that cannot be written to costs time only.
    ///
    /// - Throws: `TimelineError`: `photoRefused` when the photo is damaged, `storageFailed` when
    ///   its bytes cannot be read or are not there.
    public func file(_ rendition: Rendition, of photo: Photo) async throws -> Data {
        let name = RenditionName(blob: photo.blob, rendition: rendition)
        let kept = try await reading.run { [folder] in folder.file(name) }
        if let kept { return kept }
        return try await withCheckedThrowingContinuation { waiter in
            let isFirst = waiters.withLock { waiters in
                waiters[name, default: []].append(waiter)
                return waiters[name]?.count == 1
            }
            if isFirst { make(name, photo) }
        }
    }

    /// Deletes the renditions of photos, as when their post is deleted.
    public func removeRenditions(of blobs: [BlobID]) {
        for blob in blobs {
            for rendition in Rendition.allCases {
                folder.remove(RenditionName(blob: blob, rendition: rendition))
            }
        }
    }

    /// Counts the files of photos that nothing shows any more, as when somebody left with all posts or another
    /// device deleted one, and files that were never finished.
    ///
    /// - Parameters:
    ///   - named: the photos that are shown.
    ///   - isRemoving: whether the files are removed; one that cannot be stays and is not counted.
    /// - Returns: how many there are, or were.
    /// - Throws: nothing of its own.
    public func orphans(besides named: Set<BlobID>, removing isRemoving: Bool) async throws -> Int {
        try await reading.run { [folder] in folder.orphans(besides: named, removing: isRemoving) }
    }

    private func make(_ name: RenditionName, _ photo: Photo) {
        gate.enter(memory: name.rendition.memory(for: photo)) { [self] in
            let result = Result { try made(name, photo) }
            let waiting = waiters.withLock { $0.removeValue(forKey: name) ?? [] }
            for waiter in waiting { waiter.resume(with: result) }
        }
    }

    /// Makes a rendition, unless someone made it since it was looked for.
    private func made(_ name: RenditionName, _ photo: Photo) throws -> Data {
        if let kept = folder.file(name) { return kept }
        guard let content = try blobs.data(for: photo.blob) else {
            throw TimelineError.storageFailed(
                StorageFailure(operation: "Reading photo \(photo.blob)", reason: "it is not there")
            )
        }
        do throws(PhotoFault) {
            let file = try name.rendition.file(of: content, heif: heif)
            folder.keep(file, name)
            return file
        } catch {
            guard case .notDrawn = error, let drawn = name.rendition.placeholder(for: photo) else {
                throw TimelineError.photoRefused(error, name: nil)
            }
            return drawn
        }
    }
}

/// What a rendition is kept under.
struct RenditionName: Hashable {
    let blob: BlobID
    let rendition: Rendition
}
