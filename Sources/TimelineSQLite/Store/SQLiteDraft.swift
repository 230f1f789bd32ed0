package import Foundation
import TimelineCore
package import TimelineSQL

/// A copy of a store in a file of its own, which is renamed once it is complete.
///
/// After a crash, the file contains the transactions that have been committed before, apart from the
/// last ones after a power failure.
final class SQLiteDraft: StoreDraft {
    private let path: URL
    /// The path of the finished database, at which no file may exist, or `nil` if the caller renames
    /// the draft.
    private let target: URL?
    private let draft: Connection

    var connection: any SQLConnection { draft }

    /// The size of the page cache, in KiB.
    private static let cacheSize = 64 * 1024

    /// Opens a draft, and creates it if it does not exist.
    init(at path: URL, for target: URL?) throws {
        (self.path, self.target) = (path, target)
        if try !DurableFile.exists(path) {
            let empty = DurableFile.temporaryPath(beside: path)
            try DurableFile.create(empty)
            try StoreFile.write(empty)
            try DurableFile.move(empty, to: path)
        }
        draft = try Connection(path.path, cacheSize: Self.cacheSize)
        // Only the end of the copy has to be on disk.
        try draft.execute("PRAGMA synchronous = NORMAL; PRAGMA fullfsync = ON")
    }

    /// Creates a draft for the doctor in an empty file, which accepts damaged rows.
    ///
    /// It is of no use after an error.
    init(inScratch path: URL) throws {
        (self.path, target) = (path, nil)
        draft = try Connection(path.path, .scratch, cacheSize: Self.cacheSize)
        try draft.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
        try Schema.create(in: draft)
    }

    func append(
        to table: String,
        _ columns: [TableColumn],
        rows: (_ add: (any StatementArgument) throws -> Void) throws -> Void
    ) throws {
        let insert = try Statement(
            """
            INSERT INTO \(table) (\(columns.map(\.name).joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            """,
            in: draft
        )
        try draft.transaction(.immediate) { try rows { try insert.run($0) } }
    }

    func publish(_ clock: StoreClock) throws {
        try Statement("UPDATE clock SET newest = ?, epoch = ?", in: draft)
            .run(clock.newest, clock.epoch)
        // Only the file is renamed, so it must contain the whole log, and be on disk. Closing would
        // ignore that the disk is full.
        let isBusy = try Statement("PRAGMA wal_checkpoint(TRUNCATE)", in: draft)
            .first { $0.bool(0) }
        guard isBusy == false else { throw TimelineError.storageBusy }
        try draft.close()
        guard let target else { return }
        guard try !DurableFile.exists(target) else { throw MoveError.targetNotEmpty }
        try StoreFile.replace(target, by: path)
    }
}

/// A folder as the target of a move.
package struct FolderTarget: StoreTarget {
    private let folder: URL
    private var database: URL { folder.appending(path: "timeline.sqlite") }

    /// Returns whether a file is a draft, or belongs to one.
    private static func isDraft(_ name: String) -> Bool {
        name.wholeMatch(of: /move-[0-9a-f]{16}\.sqlite(?:-wal|-shm)?/) != nil
    }

    /// Creates a target, which is a new or empty folder, or one with an unfinished move.
    package init(_ folder: URL) { self.folder = folder }

    package func manifest() throws -> StoreManifest? {
        guard try !DurableFile.exists(database) else {
            let repository = try SQLiteRepository(file: database)
            let manifest = try repository.snapshot { try StoreManifest(of: $0) }
            try repository.close()
            return manifest
        }
        // A newly formatted disk may contain `lost+found`.
        let others = try DurableFile.names(in: folder)
            .filter { !["blobs", "lost+found"].contains($0) && !Self.isDraft($0) }
        guard others.isEmpty else { throw MoveError.targetNotEmpty }
        return nil
    }

    package func drafting<Result>(
        _ fingerprint: String,
        _ body: (any StoreDraft) throws -> Result
    ) throws -> Result {
        let name = "move-\(fingerprint).sqlite"
        return try OpenFolder(making: folder)
            .locked(waiting: false) {
                for other in try DurableFile.names(in: folder)
                where Self.isDraft(other) && !other.hasPrefix(name) {
                    try DurableFile.remove(folder.appending(path: other))
                }
                return try translatingErrors(StoreText.writing) {
                    let path = folder.appending(path: name)
                    return try body(SQLiteDraft(at: path, for: database))
                }
            }
    }
}

extension SQLiteRepository: MovableStore {
    package func snapshot<Result>(
        _ body: (any SQLConnection) throws -> Result
    ) throws -> Result {
        try reading(body)
    }

    /// Holds the write lock, for which other processes wait ``busyTimeout`` seconds.
    ///
    /// If the store cannot be written, because it is on read-only media, nobody can.
    package func holding<Result>(_ body: (any SQLConnection) throws -> Result) throws -> Result {
        switch connections.writer {
        case .success: try writing(body)
        case .failure: try reading(body)
        }
    }
}
