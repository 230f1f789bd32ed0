package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Files that grow part by part, and files that become durable together.
extension OpenFolder {
    /// The number of files above which all are synced together.
    private static let togetherThreshold = 8

    #if !canImport(Darwin)
    /// The function `syncfs`, which Swift does not import, or `nil` if the system lacks it.
    private static let syncFileSystem = dlsym(nil, "syncfs")
        .map { unsafeBitCast($0, to: (@convention(c) (Int32) -> Int32).self) }
    #endif

    /// Appends bytes to a file, which is created if `offset` is 0, without syncing it.
    ///
    /// Lock the folder, so that no other process appends in the meantime.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - name: The name of the file in this folder.
    ///   - offset: The size that the file must have.
    /// - Returns: The size of the file. It is unchanged if it differs from `offset`.
    /// - Throws: ``TimelineError/storageFailed(_:)``. The file may contain some of the bytes.
    package func append(
        _ bytes: [UInt8],
        to name: String,
        at offset: Int
    ) throws(TimelineError) -> Int {
        if let entry = entry(name), entry.kind != .file || entry.byteCount != offset {
            return entry.kind == .file ? entry.byteCount : 0
        }
        let flags = O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let file = openat(descriptor, name, flags | (offset == 0 ? O_CREAT : 0), 0o600)
        guard file >= 0 else {
            if errno == ENOENT, offset > 0 { return 0 }
            throw .system(.writing, at: path(of: name))
        }
        defer { close(file) }
        guard DurableFile.write(Data(bytes), to: file) else {
            throw .system(.writing, at: path(of: name))
        }
        return offset + bytes.count
    }

    /// Moves files from another folder, so that each has its new name only with all of its bytes.
    ///
    /// The files are synced before they are moved, and their new folders afterwards. Existing files
    /// are replaced. From another file system, files are copied and then deleted.
    ///
    /// - Parameters:
    ///   - files: The names in the other folder, and the new paths, each with a folder.
    ///   - source: The other folder.
    /// - Throws: ``TimelineError/storageFailed(_:)``. Some files may have been moved.
    package func move(
        _ files: [(name: String, target: String)],
        from source: OpenFolder
    ) throws(TimelineError) {
        guard !files.isEmpty else { return }
        if try !source.synchronizeAll(files.count) {
            for (name, _) in files { try source.file(name)?.synchronize() }
        }
        let groups = Dictionary(grouping: files) { file in
            file.target.split(separator: "/").dropLast().joined(separator: "/")
        }
        for (path, files) in groups {
            let folder = try makeFolder(path)
            for (name, target) in files {
                let newName = String(target.dropFirst(path.count + 1))
                if renameat(source.descriptor, name, folder.descriptor, newName) == 0 { continue }
                guard errno == EXDEV, let content = try source.read(name) else {
                    throw .system(.moving, at: source.path(of: name))
                }
                try folder.write(content, to: newName)
                try source.remove(name, synced: false)
            }
            if groups.count <= Self.togetherThreshold { try folder.synchronize() }
        }
        guard groups.count > Self.togetherThreshold, try !synchronizeAll(groups.count) else {
            return
        }
        for path in groups.keys { try folder(path)?.synchronize() }
    }

    /// Writes files under random temporary names, syncs them together, and only then renames them.
    ///
    /// Existing files are replaced, and missing folders are created.
    ///
    /// - Parameter files: The contents and the paths, each with a folder.
    /// - Throws: ``TimelineError/storageFailed(_:)``. In this case, the temporary files are deleted,
    ///   but some files may have been written.
    package func write(
        together files: [(content: Data, path: String)]
    ) throws(TimelineError) {
        var written: [(temporary: String, path: String)] = []
        do throws(TimelineError) {
            let isTogether = files.count > Self.togetherThreshold
            for (content, path) in files {
                let parent = path.split(separator: "/").dropLast().joined(separator: "/")
                let name = DurableFile.temporaryName()
                let file = try makeFolder(parent).create(name)
                written.append(("\(parent)/\(name)", path))
                try file.write(content)
                if !isTogether { try file.synchronize() }
            }
            if isTogether, try !synchronizeAll(files.count) {
                for (temporary, _) in written { try file(temporary)?.synchronize() }
            }
            for (temporary, path) in written {
                try move(temporary, to: path, synced: !isTogether)
            }
            guard isTogether, try !synchronizeAll(files.count) else { return }
            for (_, path) in written { try parent(of: path).folder?.synchronize() }
        } catch {
            for (temporary, _) in written { try? remove(temporary, synced: false) }  // Swept later.
            throw error
        }
    }

    /// Syncs the whole file system at once if that is faster than syncing a number of files, and
    /// returns whether it did.
    ///
    /// Linux reports errors of writing since version 5.8.
    private func synchronizeAll(_ count: Int) throws(TimelineError) -> Bool {
        #if canImport(Darwin)
        return false
        #else
        guard count > Self.togetherThreshold, let syncFileSystem = Self.syncFileSystem else {
            return false
        }
        guard syncFileSystem(descriptor) == 0 else { throw .system(.syncing, at: path) }
        return true
        #endif
    }
}
