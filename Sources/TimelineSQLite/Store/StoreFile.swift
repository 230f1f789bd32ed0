import Foundation
import GRDB
import TimelineCore

/// The file of a store before any connection is open to it.
enum StoreFile {
    /// Files that SQLite writes beside a database.
    private static let companions = ["-journal", "-wal", "-shm"]

    /// Creates an empty store of mode 0600 at `path` if none exists; an empty file is none.
    ///
    /// The store is written under a temporary name and renamed when it is complete, so that a program that is
    /// killed leaves no half of one. Programs that create the same store at the same time take turns.
    ///
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

    /// Gives a complete database its final name; no program may have the former one open.
    ///
    /// - Throws: `TimelineError`.
    static func replace(_ path: URL, by draft: URL) throws {
        // A log of the former database would be applied to the new one.
        for companion in companions { try DurableFile.remove(file(companion, beside: path)) }
        try DurableFile.move(draft, to: path)
    }

    /// Removes a database that was not completed.
    static func removeDraft(_ draft: URL) {
        for name in [""] + companions {
            // The error that ended it says why.
            try? DurableFile.remove(file(name, beside: draft))
        }
    }

    private static func file(_ suffix: String, beside path: URL) -> URL {
        URL(filePath: path.path + suffix)
    }

    /// Writes an empty store to a new file.
    private static func write(_ draft: URL) throws {
        let queue = try DatabaseQueue(path: draft.path)
        try queue.writeWithoutTransaction { database in
            // What is interrupted is thrown away.
            try database.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA fullfsync = ON")
        }
        try Schema.migrate(queue)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        try queue.close()
    }

    private static func isMissing(_ path: URL) -> Bool {
        (DurableFile.size(of: path) ?? 0) == 0
    }

    /// Whether a database can be read although a connection failed with `error`: no log holds anything that the
    /// file lacks, and the failure is that of a disk that cannot be written to.
    static func isReadableAlone(_ path: URL, after error: DatabaseError) -> Bool {
        let failures: [ResultCode] = [
            .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_FULL, .SQLITE_IOERR,
        ]
        guard failures.contains(error.resultCode) else { return false }
        return ["-wal", "-journal"].allSatisfy { isMissing(file($0, beside: path)) }
    }
}
