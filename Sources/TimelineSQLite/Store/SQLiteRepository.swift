public import Foundation
import GRDB
public import TimelineCore

/// Stores a repository in one SQLite file, which several processes may use at once.
///
/// The file is in WAL mode with `synchronous=FULL`: committed changes survive a power failure, and
/// readers never wait for a writer. `Docs/Schema.md` describes the tables.
///
/// ```swift
/// let repository = try SQLiteRepository(file: folder.appending(path: "timeline.sqlite"))
/// let range = PostRange(before: Post.ID(.max), limit: 50)
/// let newest = try repository.read { try $0.postIDs(in: range) }
/// try repository.close()
/// ```
///
/// Safe to use from any thread. Every call blocks until SQLite is done, so an app calls it through
/// a `Guest` or a `UserSession`, which run it in the lanes of ``lanes``. Open a file once per
/// process, and let all engines share the repository: each one has a cache and connections of its
/// own.
///
/// ## Transactions
/// A read sees one snapshot: the last commit before its first statement. All reads that ``lanes``
/// admit run at the same time. If more are called without them, the rest wait. Writes take turns,
/// with those of other processes as well, and wait at most ``busyTimeout``. A draft or an update runs once, inside the
/// write transaction, and is rolled back if it throws. A closure must not call the repository
/// again: GRDB ends the process then.
///
/// ## Errors
/// SQLite's errors are translated: `storageBusy` for locks, `storageReadOnly` for read-only media,
/// `storeTooNew` when another process has migrated the store, and `storageFailed` with SQLite's own
/// message for all others. Errors of closures are thrown as they are.
public final class SQLiteRepository: Repository {
    /// Readers, the writer, and the connection for optional writes.
    let connections: StoreConnections
    /// The cache of posts, followed users and users that reads share.
    let generations = CacheGenerations()

    /// The lanes that all engines on this repository share.
    ///
    /// Reads, writes and optional writes have a lane each, so none waits behind another kind.
    public let lanes = RepositoryLanes()

    /// The time that a write waits for writes of other processes, in seconds, before it throws
    /// `TimelineError.storageBusy`.
    public static let busyTimeout: TimeInterval = 30

    /// Opens the file at `path`, creates it with mode 0600 if it does not exist, and migrates it to
    /// the newest version of the tables.
    ///
    /// A store on read-only media opens for reading; writes then throw
    /// `TimelineError.storageReadOnly`.
    ///
    /// Opening a store of the current version reads its header and writes nothing. A migration runs
    /// in one transaction and takes seconds for a large store; a new store is complete or absent,
    /// even after a kill. The folder is created with mode 0700 if it does not exist.
    ///
    /// - Parameter path: the database, by convention `timeline.sqlite` in the store's folder.
    ///
    /// - Throws: `TimelineError`: `storeTooNew`, `notAStore`, `storageReadOnly` if the file needs a
    ///   migration, `storageBusy` or `storageFailed`.
    public init(file path: URL) throws {
        let readerLimit = lanes.readLimit
        connections = try translatingErrors(StoreText.openingFile(path.path)) {
            try StoreConnections(
                file: path,
                busyTimeout: Self.busyTimeout,
                readerLimit: readerLimit
            )
        }
    }

    /// Creates an empty repository in memory, which lives as long as this object.
    ///
    /// Reads and writes share one connection, so they take turns. For tests and previews; nothing
    /// is ever written to disk.
    ///
    /// - Throws: `TimelineError.storageFailed` if memory runs out.
    public init() throws {
        connections = try translatingErrors(StoreText.openingInMemory) { try StoreConnections() }
    }

    /// Closes the file; further calls throw.
    ///
    /// The last process to close a store leaves it in one file: SQLite copies its write-ahead log
    /// into the database and deletes the log.
    ///
    /// A repository that is not closed releases its connections when the last reference to it ends,
    /// without reporting errors.
    ///
    /// - Throws: `TimelineError.storageBusy` while another call is running.
    public func close() throws {
        try translatingErrors(StoreText.closing) { try connections.close() }
    }

    // MARK: Transactions

    /// Reads one snapshot, without the cache.
    ///
    /// - Parameter query: reads the tables; must not store the connection.
    /// - Returns: the result of `query`.
    /// - Throws: `TimelineError`; any other error of `query`.
    func reading<Answer>(_ query: (Database) throws -> Answer) throws -> Answer {
        try translatingErrors(StoreText.reading) { try connections.reader.read(query) }
    }

    /// Reads one snapshot, with the repository's cache.
    ///
    /// - Parameter query: reads the tables; must not store the transaction.
    /// - Returns: the result of `query`.
    /// - Throws: `TimelineError`; any other error of `query`.
    func readTransaction<Answer>(_ query: (ReadTransaction) throws -> Answer) throws -> Answer {
        // Before the snapshot, so that a restored backup is noticed.
        let snapshotInfo = SnapshotInfoCache(generations)
        return try reading { try query(ReadTransaction($0, snapshotInfo)) }
    }

    /// Writes in one transaction, and commits to disk before it returns.
    ///
    /// The transaction takes the write lock at its start, so nothing that it has read can change
    /// before its commit. An update that changes shared data must advance the epoch.
    ///
    /// - Parameter update: reads and writes the tables; must not store the connection.
    /// - Returns: the result of `update`, after the commit.
    /// - Throws: `TimelineError`, and nothing was written, except that `storageFailed` by the
    ///   commit itself leaves the outcome unknown (decision 5); any other error of `update`.
    func writing<Answer>(_ update: (Database) throws -> Answer) throws -> Answer {
        guard let writer = connections.writer else { throw TimelineError.storageReadOnly }
        return try translatingErrors(StoreText.writing) { try commit(update, to: writer) }
    }

    /// Makes a change that nothing depends on, such as the date of a session's last use, if it can.
    ///
    /// Skips the change when the store stays locked for a tenth of a second, is read-only, or lies
    /// on a full or broken disk. Does not wait for other writes of this process, so readers may
    /// call it.
    ///
    /// - Throws: failures of the store itself, such as `TimelineError.storeTooNew`.
    func writingIfPossible(_ update: (Database) throws -> Void) throws {
        try translatingErrors(StoreText.writing) {
            do {
                guard let writer = try connections.impatientWriter() else { return }
                try commit(update, to: writer)
            } catch let error as DatabaseError where error.isCausedByDisk {
                return
            }
        }
    }

    /// Runs an update in a write transaction, if the store has the version of this program.
    ///
    /// The version is compared in each transaction, since another process may migrate the store
    /// between two.
    private func commit<Answer>(
        _ update: (Database) throws -> Answer,
        to writer: any DatabaseWriter
    ) throws -> Answer {
        try writer.write { database in
            try Schema.checkCurrent(database)
            return try update(database)
        }
    }
}

extension DatabaseError {
    /// Whether the disk or another process prevented a write.
    ///
    /// Such failures say nothing about the store, and the next attempt may succeed.
    fileprivate var isCausedByDisk: Bool {
        let codes: [ResultCode] = [
            .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_READONLY, .SQLITE_FULL, .SQLITE_IOERR,
            .SQLITE_CANTOPEN,
        ]
        return codes.contains(resultCode)
    }
}
