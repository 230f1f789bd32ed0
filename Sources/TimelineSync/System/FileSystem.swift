#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The file system operations that the folder carrier uses.
enum FileSystem {
    /// The maximum number of bytes to read at once.
    private static let chunk = 1 << 20

    /// Returns the names of the entries of a folder, or nothing if it does not exist or is a file.
    ///
    /// - Throws: ``SyncError/system(errno:)``.
    static func entries(of folder: String) throws(SyncError) -> [String] {
        guard let stream = opendir(folder) else {
            guard errno == ENOENT || errno == ENOTDIR else { throw .system(errno: errno) }
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
                let capacity = MemoryLayout.size(ofValue: entry.pointee.d_name)
                return pointer.withMemoryRebound(to: CChar.self, capacity: capacity) {
                    String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Returns the bytes of a file, or `nil` if it does not exist or is longer than `limit`.
    ///
    /// - Throws: ``SyncError/system(errno:)``.
    static func read(_ path: String, limit: Int) throws(SyncError) -> [UInt8]? {
        let file: FileDescriptor
        do throws(SyncError) {
            file = try FileDescriptor(opening: path, creating: false)
        } catch .system(errno: ENOENT) {
            return nil
        }
        defer { file.close() }
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let part = try file.read(atMost: min(chunk, limit + 1 - bytes.count))
            if part.isEmpty { return bytes }
            bytes += part
        }
        return nil
    }

    /// Writes a file under a temporary name, syncs it to disk, and renames it.
    ///
    /// A partial file is never visible under the final name.
    ///
    /// - Throws: ``SyncError/system(errno:)``.
    static func write(_ bytes: [UInt8], to folder: String, name: String) throws(SyncError) {
        try createFolder(folder)
        let temporary = "\(folder)/.\(name).temporary"
        do throws(SyncError) {
            let file = try FileDescriptor(opening: temporary, creating: true)
            defer { file.close() }
            try file.write(bytes)
            try file.synchronize()
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, "\(folder)/\(name)") == 0 else { throw .system(errno: errno) }
        let directory = try FileDescriptor(opening: folder, creating: false)
        defer { directory.close() }
        try directory.synchronize()
    }

    /// Returns whether a file exists.
    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// Deletes a file, if it exists.
    ///
    /// - Throws: ``SyncError/system(errno:)``.
    static func remove(_ path: String) throws(SyncError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw .system(errno: errno) }
    }

    /// Creates a folder and its missing parent folders.
    private static func createFolder(_ path: String) throws(SyncError) {
        var prefix = path.hasPrefix("/") ? "/" : ""
        for component in path.split(separator: "/") {
            prefix += component + "/"
            guard mkdir(prefix, 0o700) == 0 || errno == EEXIST || errno == EISDIR else {
                throw .system(errno: errno)
            }
        }
    }
}
