import Foundation
import GRDB
import TimelineCore

/// The file of a store while no connection to it is open.
///
/// Creating and replacing a database happen outside SQLite, by renaming a complete file, so no
/// process ever opens half a store (decision 17).
enum StoreFile {
    /// The suffixes of files that SQLite writes beside a database.
    ///
    /// The rollback journal, the write-ahead log, and the index of the log.
    private static let companions = ["-journal", "-wal", "-shm"]

    /// Creates an empty store with mode 0600 at `path`, unless one exists.
    ///
    /// An empty file does not count as a store. The store is written under a temporary name and
    /// renamed when it is complete, so a killed process leaves no partial one. Processes that
    /// create the same store at the same time take turns: the folder is locked meanwhile.
    ///
    /// - Parameter path: the database; its folder is created if it does not exist.
    /// - Throws: `TimelineError`, `DatabaseError`.
    static func create(_ path: URL) throws {
        guard isMissing(path) else { return }
        let folder = path.deletingLastPathComponent()
        try DurableFile.makeFolder(folder)
        try LockedFolder.run(in: folder) {
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
    /// No process may have the old database open. Its companions are removed first.
    ///
    /// - Parameters:
    ///   - path: the final path, with or without an older database.
    ///   - draft: a closed database in the same folder.
    /// - Throws: `TimelineError`.
    static func replace(_ path: URL, by draft: URL) throws {
        // SQLite would apply the log of the old database to the new one.
        for companion in companions { try DurableFile.remove(file(companion, beside: path)) }
        try DurableFile.move(draft, to: path)
    }

    /// Removes an incomplete database, with SQLite's files beside it.
    ///
    /// Files that do not exist are no error.
    static func removeDraft(_ draft: URL) {
        for name in [""] + companions {
            // The caller throws the error that came first.
            try? DurableFile.remove(file(name, beside: draft))
        }
    }

    /// The path of a companion.
    private static func file(_ suffix: String, beside path: URL) -> URL {
        URL(filePath: path.path + suffix)
    }

    /// Writes an empty store to a new file.
    ///
    /// The last step switches to WAL mode, which is recorded in the file: connections that open it
    /// later need not switch, which would fail while others do the same.
    private static func write(_ draft: URL) throws {
        let queue = try DatabaseQueue(path: draft.path)
        try queue.writeWithoutTransaction { database in
            // The draft is deleted after a crash, so it needs no journal on disk.
            try database.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA fullfsync = ON")
        }
        try Schema.migrate(queue)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        try queue.close()
    }

    /// Whether a file does not exist or is empty, as a process leaves it that was killed before its
    /// first write.
    private static func isMissing(_ path: URL) -> Bool {
        (DurableFile.size(of: path) ?? 0) == 0
    }

    /// Whether a database can be read without its companions after a connection failed with
    /// `error`.
    ///
    /// True if the error means that the disk cannot be written to, and no log contains committed
    /// changes that the file lacks.
    static func isReadableAlone(_ path: URL, after error: DatabaseError) -> Bool {
        let failures: [ResultCode] = [
            .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_FULL, .SQLITE_IOERR,
        ]
        guard failures.contains(error.resultCode) else { return false }
        return ["-wal", "-journal"].allSatisfy { isMissing(file($0, beside: path)) }
    }
}
