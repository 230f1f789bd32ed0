import Foundation
import GRDB
import TimelineCore

/// The connections to a store's database: those for reads, one for writes, and one for optional
/// writes.
///
/// Opening a store of the current version writes nothing. A store can therefore be read on a full
/// disk, on read-only media, and while another process holds the write lock.
///
/// | connection | opened | waits for the lock | page cache |
/// |---|---|---|---|
/// | readers, one per concurrent read | when needed, read-only | never, in WAL mode | 8 MiB each |
/// | the writer | immediately | up to 30 s | 32 MiB |
/// | the impatient writer | on first use | up to 0.1 s | 32 MiB |
///
/// GRDB's own pool would first open a writer, which writes a table if no log exists. The pool is
/// therefore read-only, and the writers use separate queues (decision 17).
///
/// All connections check foreign keys, and they are closed together. When the last connection of
/// all processes is closed, it copies the log into the database.
final class StoreConnections: Sendable {
    /// The connections for reads: a read-only pool for a file, or the writer for a database in
    /// memory.
    ///
    /// The size of the pool is the number of concurrent reads that the executors admit.
    let reader: any DatabaseReader
    /// The connection for write transactions, one at a time, or the error for a disk that was full
    /// or read-only when the store was opened.
    let writer: Result<any DatabaseWriter, TimelineError>
    /// Whether the file is read without locks although its disk is not read-only media.
    ///
    /// Another process may then change the file while it is being read, once the disk accepts
    /// writes again. This is acceptable for a short command, but not for a server.
    let isUnprotected: Bool
    /// The path of the file, for opening the impatient writer, or `nil` for an in-memory database.
    private let path: String?
    /// The identity of the open file, or `nil` for an in-memory database.
    private let identity: StoreFile.Identity?
    /// The settings of the readers and of the writer, with the long timeout.
    private let patient: Configuration
    /// The connection for optional writes, or `nil` until it is needed.
    private let impatient = Lock<DatabaseQueue?>(nil)

    /// The size of each reader's page cache, in KiB.
    private static let readerCache = 8 * 1024
    /// The size of the writer's page cache, in KiB.
    ///
    /// A batch that fits into the cache writes each page only once.
    private static let writerCache = 32 * 1024
    /// The maximum time that an optional write waits for the lock, in seconds.
    private static let shortTimeout = 0.1

    /// Opens the database at the given path, creating it if necessary, and migrates it to the
    /// newest version.
    ///
    /// If SQLite cannot open the file because the disk is not writable, and no log contains changes
    /// that the file lacks, the store is opened read-only and without locks.
    ///
    /// - Parameters:
    ///   - path: The path of the database.
    ///   - timeout: The maximum time that a write waits for writes by other processes, in seconds.
    ///   - readerLimit: The maximum number of reads that run at the same time. Further reads wait.
    /// - Throws: `TimelineError` or `DatabaseError`.
    init(file path: URL, busyTimeout timeout: TimeInterval, readerLimit: Int) throws {
        var patient = Self.configuration(timeout)
        patient.maximumReaderCount = readerLimit
        self.patient = patient
        self.path = path.path
        try StoreFile.create(path)
        do {
            reader = try Self.openReaders(at: path, with: patient)
        } catch let error as DatabaseError where StoreFile.isReadableAlone(path, after: error) {
            reader = try Self.openImmutable(at: path, with: patient)
            identity = StoreFile.Identity(of: path.path)
            isUnprotected = !StoreFile.isOnReadOnlyMedia(path)
            let refusal: TimelineError =
                StoreFile.isOnFullDisk(path) ? .diskFull(StoreText.writing) : .storageReadOnly
            writer = .failure(refusal)
            guard try reader.read(Schema.isCurrent) else { throw refusal }
            return
        }
        identity = StoreFile.Identity(of: path.path)
        isUnprotected = false
        let queue = try DatabaseQueue(path: path.path, configuration: patient)
        try queue.writeWithoutTransaction(Self.prepareWriter)
        try Schema.migrate(queue)
        writer = .success(queue)
    }

    /// Creates an in-memory database.
    ///
    /// - Throws: `DatabaseError` if memory runs out.
    init() throws {
        patient = Self.configuration(0)
        path = nil
        identity = nil
        isUnprotected = false
        let queue = try DatabaseQueue(configuration: patient)
        try Schema.migrate(queue)
        (reader, writer) = (queue, .success(queue))
    }

    /// Returns the connection for optional writes, or `nil` for a store on read-only media.
    ///
    /// This is a separate connection, because the writer may be waiting for another process.
    /// Optional writes run one at a time, and SQLite's lock prevents them from running at the same
    /// time as other writes.
    func impatientWriter() throws -> (any DatabaseWriter)? {
        guard case .success(let writer) = writer else { return nil }
        guard let path else { return writer }
        return try impatient.withLock { opened in
            if let opened { return opened }
            let queue = try DatabaseQueue(
                path: path,
                configuration: Self.configuration(Self.shortTimeout)
            )
            try queue.writeWithoutTransaction { database in
                try Self.prepareWriter(database)
                // The log is synced when it is copied into the file, not by each commit. A power
                // failure may lose the latest optional writes, but never the consistency.
                try database.execute(sql: "PRAGMA synchronous = NORMAL")
            }
            opened = queue
            return queue
        }
    }

    /// Checks that the path still refers to the open file.
    ///
    /// In WAL mode, SQLite does not notice that another file has been moved to the path, for example
    /// by a restore. Its writes would succeed on the deleted file and be lost. This check takes one
    /// system call.
    ///
    /// - Parameter operation: The start of the error message.
    /// - Throws: `TimelineError.storageFailed` if the file was moved, replaced or deleted.
    func checkFile(_ operation: String) throws(TimelineError) {
        guard let path, StoreFile.Identity(of: path) != identity else { return }
        throw .storageFailed(StorageFailure(operation: operation, reason: StoreText.replacedFile))
    }

    /// Closes all connections.
    ///
    /// The writer is closed last, because a read-only connection cannot copy the write-ahead log
    /// into the file.
    func close() throws {
        try reader.close()
        try impatient.withLock { try $0?.close() }
        if case .success(let writer) = writer { try writer.close() }
    }

    /// Returns the settings of a connection, which include foreign keys because SQLite ignores them
    /// by default.
    ///
    /// - Parameter timeout: The maximum time to wait for a lock, in seconds.
    /// - Returns: The settings.
    private static func configuration(_ timeout: TimeInterval) -> Configuration {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA cache_size = -\(readerCache)")
        }
        configuration.busyMode = .timeout(timeout)
        configuration.foreignKeysEnabled = true
        return configuration
    }

    /// Prepares a connection for writing in WAL mode, with commits that reach the disk before they
    /// return.
    ///
    /// WAL mode is a property of the file. The other settings are properties of the connection.
    private static func prepareWriter(_ database: Database) throws {
        // A store that was restored with other tools may not be in WAL mode.
        if try Statement("PRAGMA journal_mode", in: database).first(map: { $0.text(0) }) != "wal" {
            try database.execute(sql: "PRAGMA journal_mode = WAL")
        }
        // `fullfsync` is needed on Apple's systems, where `fsync` does not reach the disk.
        try database.execute(
            sql: """
                PRAGMA synchronous = FULL;
                PRAGMA fullfsync = ON;
                PRAGMA cache_size = -\(writerCache);
                """
        )
    }

    /// Opens read-only connections, and checks that the file is a store.
    ///
    /// The check runs before the writer opens the file, so another program's database, or a store
    /// of a later version, is not changed at all.
    ///
    /// The check uses SQLite, because closing a separate file descriptor would release the locks of
    /// this process (https://sqlite.org/howtocorrupt.html, section 2.2).
    private static func openReaders(
        at path: URL,
        with configuration: Configuration
    ) throws -> DatabasePool {
        var configuration = configuration
        configuration.readonly = true
        do {
            let pool = try DatabasePool(path: path.path, configuration: configuration)
            try pool.writeWithoutTransaction { try Schema.check($0, at: path) }
            return pool
        } catch DatabaseError.SQLITE_READONLY_ROLLBACK {
            // Earlier versions left a journal if they were killed while creating a store. Only a
            // connection for writing can roll it back.
            try openImmutable(at: path, with: configuration).close()
            try DatabaseQueue(path: path.path).close()
            try StoreFile.create(path)
            return try openReaders(at: path, with: configuration)
        }
    }

    /// Opens a file that no process changes, without locks and without a log (`immutable=1`).
    ///
    /// In this mode, SQLite checks neither for changes nor for a log, so a change by another
    /// process would cause wrong results. Callers ensure that no process can change the file, or
    /// close it immediately.
    private static func openImmutable(
        at path: URL,
        with configuration: Configuration
    ) throws -> DatabasePool {
        var configuration = configuration
        configuration.readonly = true
        let address = path.absoluteURL.absoluteString + "?immutable=1"
        let pool = try DatabasePool(path: address, configuration: configuration)
        try pool.writeWithoutTransaction { try Schema.check($0, at: path) }
        return pool
    }
}
