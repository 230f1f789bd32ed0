import CSQLite
import Foundation
import TimelineCore
import TimelineSQL

/// Operations on the file of a store to which no connection is open.
///
/// Databases are created and replaced outside SQLite, by renaming a complete file, so no process
/// ever opens an incomplete store (decision 17).
enum StoreFile {
    /// The suffixes of the files that SQLite creates next to a database: the rollback journal, the
    /// write-ahead log, and the index of the log.
    private static let companions = ["-journal", "-wal", "-shm"]

    /// The numbers that identify a file as long as it is open, whatever its path is.
    struct Identity: Equatable {
        private let device: dev_t
        private let number: ino_t

        /// Finds the identity of the file at the given path, or `nil` if no file is found.
        init?(of path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, number) = (status.st_dev, status.st_ino)
        }
    }

    /// Creates an empty store with mode 0600 at the given path, unless one already exists.
    ///
    /// An empty file is not treated as a store. The store is written under a temporary name and
    /// renamed once it is complete, so a killed process leaves no incomplete store. The folder is
    /// locked in the meantime, so if several processes create the same store, only one of them does
    /// so at a time.
    ///
    /// - Parameter path: The path of the database. Its folder is created if it does not exist.
    /// - Throws: `TimelineError` or `SQLiteError`.
    static func create(_ path: URL) throws {
        guard isMissing(path) else { return }
        let folder = path.deletingLastPathComponent()
        try OpenFolder(making: folder)
            .locked {
                guard isMissing(path) else { return }
                let draft = DurableFile.temporaryPath(beside: path)
                do {
                    try DurableFile.create(draft)
                    try write(draft)
                    try replace(path, by: draft)
                } catch {
                    removeDraft(draft)
                    throw error
                }
            }
    }

    /// Renames a complete database to its final path.
    ///
    /// No process may have the old database open. The files that SQLite created next to it are
    /// removed first.
    ///
    /// - Parameters:
    ///   - path: The final path, at which an older database may exist.
    ///   - draft: The path of a closed database in the same folder.
    /// - Throws: `TimelineError`.
    static func replace(_ path: URL, by draft: URL) throws {
        // SQLite would otherwise apply the log of the old database to the new one.
        for companion in companions { try DurableFile.remove(file(companion, beside: path)) }
        try DurableFile.move(draft, to: path)
    }

    /// Removes an incomplete database and the files that SQLite created next to it.
    ///
    /// Files that do not exist are ignored.
    static func removeDraft(_ draft: URL) {
        for name in [""] + companions {
            // The caller throws the error that occurred first.
            try? DurableFile.remove(file(name, beside: draft))
        }
    }

    /// Returns the path of a file that SQLite creates next to a database.
    private static func file(_ suffix: String, beside path: URL) -> URL {
        URL(filePath: path.path + suffix)
    }

    /// Writes an empty store to a new file.
    ///
    /// The last step switches to WAL mode, which is recorded in the file. Connections that open the
    /// file later therefore do not need to switch, which would fail if several of them did so at
    /// the same time.
    static func write(_ draft: URL) throws {
        let connection = try Connection(draft.path)
        // The draft is deleted after a crash, so it needs no journal on disk.
        try connection.execute("PRAGMA journal_mode = MEMORY; PRAGMA fullfsync = ON")
        try Schema.create(in: connection)
        try connection.execute("PRAGMA journal_mode = WAL")
        try connection.close()
    }

    /// Returns whether a file does not exist or is empty.
    ///
    /// A process that is killed before its first write leaves an empty file.
    private static func isMissing(_ path: URL) -> Bool {
        (DurableFile.size(of: path) ?? 0) == 0
    }

    /// Returns whether a file is on a writable disk without space for the index of a log.
    static func isOnFullDisk(_ path: URL) -> Bool {
        var status = statvfs()
        guard statvfs(path.path, &status) == 0, status.f_flag & UInt(ST_RDONLY) == 0 else {
            return false
        }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) < indexSize
    }

    /// Returns whether a file is on a disk that is mounted read-only, so that no process changes it.
    static func isOnReadOnlyMedia(_ path: URL) -> Bool {
        var status = statvfs()
        return statvfs(path.path, &status) == 0 && status.f_flag & UInt(ST_RDONLY) != 0
    }

    /// The size of the index of a short log, in bytes.
    private static let indexSize: UInt64 = 32 * 1024

    /// Returns whether a database can be read without its log after a connection has failed with
    /// `error`.
    ///
    /// This is the case if the error means that the disk is not writable, and no log contains
    /// committed changes that the file lacks.
    static func isReadableAlone(_ path: URL, after error: SQLiteError) -> Bool {
        let failures = [SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_FULL, SQLITE_IOERR]
        guard failures.contains(error.primaryCode) else { return false }
        return ["-wal", "-journal"].allSatisfy { isMissing(file($0, beside: path)) }
    }
}
