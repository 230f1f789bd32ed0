package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension DurableFile {
    /// Creates a file with the given content and syncs it to the disk.
    ///
    /// - Returns: Whether the file was created and synced. If not, `errno` contains the reason.
    package static func writeSynced(_ content: Data, to path: URL, mode: UInt16) -> Bool {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let descriptor = open(path.path, flags, mode_t(mode))
        guard descriptor >= 0 else { return false }
        let isComplete = write(content, to: descriptor) && synchronize(descriptor)
        let reason = errno
        close(descriptor)
        errno = reason
        return isComplete
    }

    /// Writes all of `content` to an open file.
    ///
    /// - Returns: Whether everything was written. If not, `errno` contains the reason.
    package static func write(_ content: Data, to descriptor: Int32) -> Bool {
        content.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// Syncs a folder, which makes new, renamed and deleted entries durable.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    static func sync(folder: URL) throws(TimelineError) {
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(.opening, at: folder) }
        defer { close(descriptor) }
        guard synchronize(descriptor) else { throw .system(.syncing, at: folder) }
    }

    /// Moves files within one file system, so that each has its new name only with all of its bytes.
    ///
    /// Creates missing target folders. The files are synced first, then moved, and then the target
    /// folders are synced.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``. Some files may have been moved.
    static func move(_ files: [(source: URL, target: URL)]) throws(TimelineError) {
        guard !files.isEmpty else { return }
        try sync(files.map(\.source))
        var folders: Set<URL> = []
        for folder in Set(files.map { $0.target.deletingLastPathComponent() }) {
            folders.insert(folder)
            guard mkdir(folder.path, 0o700) != 0 else {
                folders.insert(folder.deletingLastPathComponent())
                continue
            }
            if errno != EEXIST { try makeFolder(folder) }
        }
        for (source, target) in files {
            guard rename(source.path, target.path) == 0 else { throw .system(.moving, at: source) }
        }
        try sync(Array(folders))
    }

    /// Syncs files and folders of one file system.
    ///
    /// Many are synced together: Linux writes the whole file system at once, and Apple's systems
    /// flush the cache of the disk only after the last one. Linux reports errors of writing since
    /// version 5.8.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    private static func sync(_ paths: [URL]) throws(TimelineError) {
        let isTogether = paths.count > 8
        for (index, path) in paths.enumerated() {
            let descriptor = open(path.path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { throw .system(.opening, at: path) }
            defer { close(descriptor) }
            #if canImport(Darwin)
            let isLast = index == paths.count - 1
            let isSynced =
                isTogether && !isLast
                ? fsync(descriptor) == 0 : synchronize(descriptor)
            #else
            if index == 0, isTogether, let syncFileSystem {
                guard syncFileSystem(descriptor) == 0 else { throw .system(.syncing, at: path) }
                return
            }
            let isSynced = synchronize(descriptor)
            #endif
            guard isSynced else { throw .system(.syncing, at: path) }
        }
    }

    #if !canImport(Darwin)
    /// The function `syncfs`, which Swift does not import, or `nil` if the system lacks it.
    private static let syncFileSystem = dlsym(nil, "syncfs")
        .map { unsafeBitCast($0, to: (@convention(c) (Int32) -> Int32).self) }
    #endif

    /// Waits until all writes have reached the disk itself, not only its cache, and returns whether
    /// this succeeded.
    static func synchronize(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
        fcntl(descriptor, F_FULLFSYNC) != -1
        #else
        fsync(descriptor) == 0
        #endif
    }

    private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
        Darwin.write(descriptor, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
        Musl.write(descriptor, bytes.baseAddress, bytes.count)
        #else
        Glibc.write(descriptor, bytes.baseAddress, bytes.count)
        #endif
    }
}
