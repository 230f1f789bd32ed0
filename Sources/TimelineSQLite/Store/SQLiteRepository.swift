import CSQLite
public import Foundation
public import TimelineCore
package import TimelineSQL

/// A repository in a single SQLite file, which several processes may use at once.
///
/// The file is in WAL mode with `synchronous=FULL`, so committed changes survive a power failure
/// and readers never wait for a writer. `Docs/Schema.md` describes the tables.
///
/// ```swift
/// let repository = try SQLiteRepository(file: folder.appending(path: "timeline.sqlite"))
/// let range = PostRange(limit: 50)
/// let newest = try repository.read { try $0.postIDs(.all, in: range) }
/// try repository.close()
/// ```
///
/// A repository is safe to use from any thread. Every call blocks until SQLite has finished, so
/// apps call it through a `Guest` or a `UserSession`, which use the executors in ``lanes``. Open a
/// file only once per process and let all engines share the repository, because each repository has
/// its own cache and connections.
///
/// ## Transactions
/// A read uses one snapshot: the last commit before its first statement. All reads that ``lanes``
/// admits run at the same time, as do any that are called directly. Only one
/// write runs at a time, across all processes, and each write waits at most 30 seconds for
/// other processes. A draft or an update runs only once, inside the write transaction, and is
/// rolled back if it throws an error. A closure must not call the repository again; if it does, the
/// inner call throws `storageFailed`.
///
/// ## Errors
/// SQLite's errors are translated: `storageBusy` for locks, `storageReadOnly` for read-only media,
/// `storeTooNew` or `storeTooOld` if a store of another version has replaced it, and
/// `storageFailed` with SQLite's own message for all other errors. If the file is moved, replaced or
/// deleted while it is open, each transaction throws `storageFailed`. Errors thrown by closures are
/// passed on unchanged.
public final class SQLiteRepository: Repository {
    /// The connections for reads, for writes and for optional writes.
    let connections: StoreConnections
    /// The generations of the cache that reads share, which contains posts, followed users and
    /// users.
    let generations = CacheGenerations()

    /// The executors that all engines on this repository share.
    ///
    /// Reads, writes and optional writes have separate executors, so that no kind waits for
    /// another.
    public let lanes = RepositoryLanes()

    /// The maximum time that a write waits for writes by other processes before it throws
    /// `TimelineError.storageBusy`, in seconds.
    package static let busyTimeout: TimeInterval = 30

    /// Opens the file at the given path, creating it if necessary.
    ///
    /// A new file has mode 0600, and its folder is created with mode 0700 if it does not exist. A
    /// new store is either complete or absent, even if the process is killed.
    ///
    /// A store on read-only media is opened for reading, and writes throw
    /// `TimelineError.storageReadOnly`.
    ///
    /// Opening an existing store only reads its header and writes nothing. A store of another
    /// version of the tables is refused and not changed.
    ///
    /// - Parameter path: The path of the database, by convention `timeline.sqlite` in the store's
    ///   folder.
    /// - Throws: `TimelineError.storeTooNew`, `storeTooOld`, `notAStore`, `storageReadOnly` if the
    ///   file cannot be created, `storageBusy` or `storageFailed`.
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

    /// Creates an empty repository in memory, which exists as long as this object.
    ///
    /// It is intended for tests and previews. Nothing is ever written to disk. Reads and writes
    /// share one connection, so only one of them runs at a time.
    ///
    /// - Throws: `TimelineError.storageFailed` if memory runs out.
    public init() throws {
        connections = try translatingErrors(StoreText.openingInMemory) { try StoreConnections() }
    }

    /// Closes the file, after which all calls throw an error.
    ///
    /// When the last process closes a store, SQLite copies the write-ahead log into the database
    /// and deletes the log, so that the store consists of a single file.
    ///
    /// A repository that is not closed releases its connections when it is deallocated, without
    /// reporting errors.
    ///
    /// Calls that are running end first.
    ///
    /// - Throws: `TimelineError.storageFailed` if a closure of this repository calls this method, or
    ///   if the log cannot be copied.
    public func close() throws {
        try translatingErrors(StoreText.closing) { try connections.close() }
    }

    /// Checks that the store may stay open for longer than one command.
    ///
    /// If the disk is full or broken when a store is opened, the store is read without locks and
    /// cannot be written to until it is opened again. Once the disk accepts writes, changes by other
    /// processes would cause wrong results. Call this method before serving the store.
    ///
    /// - Throws: `TimelineError.storageFailed` if the store was opened in this way. A store on
    ///   read-only media passes the check, because no process can change it.
    package func requireLasting() throws(TimelineError) {
        guard connections.isUnprotected else { return }
        throw .storageFailed(
            StorageError(operation: StoreText.opening, reason: StoreText.unwritableDisk)
        )
    }

    // MARK: Transactions

    /// Reads one snapshot, without the cache.
    ///
    /// - Parameter query: A closure that reads the tables. It must not store the connection.
    /// - Returns: The result of `query`.
    /// - Throws: Any error thrown by `query`, or `TimelineError`.
    func reading<Result>(_ query: (Connection) throws -> Result) throws -> Result {
        try connections.checkFile(StoreText.reading)
        return try translatingErrors(StoreText.reading) { try connections.read(query) }
    }

    /// Reads one snapshot, with the repository's cache.
    ///
    /// - Parameter query: A closure that reads the tables. It must not store the transaction.
    /// - Returns: The result of `query`.
    /// - Throws: Any error thrown by `query`, or `TimelineError`.
    func readTransaction<Result>(_ query: (ReadTransaction) throws -> Result) throws -> Result {
        // Create this before the snapshot begins, so that a restored backup is noticed.
        let snapshotInfo = SnapshotInfoCache(generations)
        return try reading { try query(ReadTransaction($0, snapshotInfo)) }
    }

    /// Writes in one transaction, which is committed to disk before this method returns.
    ///
    /// The transaction acquires the write lock at its start, so nothing that it reads can change
    /// before its commit. An update that changes shared data must advance the epoch.
    ///
    /// - Parameter update: A closure that reads and writes the tables. It must not store the
    ///   connection.
    /// - Returns: The result of `update`, after the commit.
    /// - Throws: Any error thrown by `update`, or `TimelineError`. In either case, nothing is
    ///   written, except that a `storageFailed` error from the commit itself leaves the outcome
    ///   unknown (decision 5).
    package func writing<Result>(_ update: (any SQLConnection) throws -> Result) throws -> Result {
        let writer = try connections.writer.get()
        return try translatingErrors(StoreText.writing) { try commit(update, to: writer) }
    }

    /// Makes an optional change, such as updating a session's last use, if this is possible.
    ///
    /// The change is skipped if the store is read-only, is locked for a tenth of a second, or is on
    /// a full or broken disk. This method does not wait for other writes in this process, so
    /// readers may call it.
    ///
    /// - Returns: Whether the change was committed.
    /// - Throws: Any other error thrown by `update`, or an error that concerns the store as a
    ///   whole, such as `TimelineError.storeTooNew`.
    func writingIfPossible(_ update: (Connection) throws -> Void) throws -> Bool {
        try translatingErrors(StoreText.writing) {
            do {
                guard let writer = connections.impatientWriter else { return false }
                try commit(update, to: writer)
                return true
            } catch let error as SQLiteError where error.isCausedByDisk {
                return false
            }
        }
    }

    /// Runs an update in a write transaction, provided that the store has the version of this
    /// program.
    ///
    /// The version is checked in each transaction, because another program may replace the store
    /// between two transactions. The file is checked after the lock has been acquired, because it
    /// may be replaced while the update waits.
    private func commit<Result>(
        _ update: (Connection) throws -> Result,
        to writer: SerialConnection
    ) throws -> Result {
        try writer.transaction(.immediate) { connection in
            try connections.checkFile(StoreText.writing)
            try Schema.checkVersion(connection, StoreText.writing)
            return try update(connection)
        }
    }
}

extension SQLiteError {
    /// Whether the disk or another process prevented a write.
    ///
    /// Such an error does not concern the store as a whole, and the next attempt may succeed.
    fileprivate var isCausedByDisk: Bool {
        let codes = [
            SQLITE_BUSY, SQLITE_LOCKED, SQLITE_READONLY, SQLITE_FULL, SQLITE_IOERR, SQLITE_CANTOPEN,
        ]
        return codes.contains(primaryCode)
    }
}
