import Foundation
import GRDB
import TimelineCore

/// The connections to a store's database: readers, the writer, and one for optional writes.
///
/// Opening a store of the current version writes nothing, so it can be read on a full disk, on
/// read-only media, and while another process holds the write lock.
///
/// | connection | opened | waits for the lock | page cache |
/// |---|---|---|---|
/// | readers, one for each concurrent read | when needed, read-only | not in WAL mode | 8 MiB each |
/// | the writer | at once | 30 s | 32 MiB |
/// | the impatient writer | at its first use | 0.1 s | 32 MiB |
///
/// GRDB's own pool would open a writer first, which writes a table when no log exists. So the pool
/// here is read-only, and the writers are queues of their own (decision 17).
///
/// All connections check foreign keys, and close together. The last connection of all processes to
/// close copies the log into the database.
final class StoreConnections: Sendable {
    /// Serves snapshots, as many at a time as the lanes admit.
    ///
    /// A read-only pool on a file; the writer itself for a database in memory.
    let reader: any DatabaseReader
    /// Serves write transactions, one at a time; `nil` for a store on read-only media.
    let writer: (any DatabaseWriter)?
    /// The file, for opening the impatient writer; `nil` in memory.
    private let path: String?
    /// The settings of the readers and of the writer, with the long timeout.
    private let patient: Configuration
    /// The connection for optional writes, once one was needed.
    private let impatient = Lock<DatabaseQueue?>(nil)

    /// The page cache of each reader, in KiB.
    private static let readerCache = 8 * 1024
    /// The page cache of the writer, in KiB; a batch that fits writes each page once.
    private static let writerCache = 32 * 1024
    /// The time that an optional write waits for the lock, in seconds.
    private static let shortTimeout = 0.1

    /// Opens the database at `path`, creates it if it does not exist, and migrates it to the newest
    /// version.
    ///
    /// If SQLite cannot open the file because the disk cannot be written to, and no log contains
    /// changes that the file lacks, the store opens for reading only, without locks.
    ///
    /// - Parameters:
    ///   - path: the database.
    ///   - timeout: the time that a write waits for writes of other processes, in seconds.
    ///   - readerLimit: The number of reads that run at the same time. Further reads wait.
    /// - Throws: `TimelineError`, `DatabaseError`.
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
            writer = nil
            guard try reader.read(Schema.isCurrent) else { throw TimelineError.storageReadOnly }
            return
        }
        let queue = try DatabaseQueue(path: path.path, configuration: patient)
        try queue.writeWithoutTransaction(Self.prepareWriter)
        try Schema.migrate(queue)
        writer = queue
    }

    /// Creates a database in memory.
    ///
    /// - Throws: `DatabaseError` when memory runs out.
    init() throws {
        patient = Self.configuration(0)
        path = nil
        let queue = try DatabaseQueue(configuration: patient)
        try Schema.migrate(queue)
        (reader, writer) = (queue, queue)
    }

    /// The connection for optional writes; `nil` for a store on read-only media.
    ///
    /// A connection of its own, because the writer may be waiting for another process. Two optional
    /// writes take turns; so do an optional one and the writer, by SQLite's lock.
    func impatientWriter() throws -> (any DatabaseWriter)? {
        guard let path, writer != nil else { return writer }
        return try impatient.withLock { opened in
            if let opened { return opened }
            let queue = try DatabaseQueue(
                path: path,
                configuration: Self.configuration(Self.shortTimeout)
            )
            try queue.writeWithoutTransaction(Self.prepareWriter)
            opened = queue
            return queue
        }
    }

    /// Closes all connections; the last of all processes copies the write-ahead log into the file.
    ///
    /// The writer is closed last, since a read-only connection cannot copy the log.
    func close() throws {
        try reader.close()
        try impatient.withLock { try $0?.close() }
        try writer?.close()
    }

    /// The settings of every connection; SQLite's default is to ignore foreign keys.
    ///
    /// - Parameter timeout: the time to wait for a lock, in seconds.
    /// - Returns: the settings.
    private static func configuration(_ timeout: TimeInterval) -> Configuration {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA cache_size = -\(readerCache)")
        }
        configuration.busyMode = .timeout(timeout)
        configuration.foreignKeysEnabled = true
        return configuration
    }

    /// Prepares a connection that writes: WAL mode, and commits that reach the disk before they
    /// return.
    ///
    /// WAL mode is a property of the file, the other settings of the connection.
    private static func prepareWriter(_ database: Database) throws {
        // A store restored by other tools may not be in WAL mode.
        if try Statement("PRAGMA journal_mode", in: database).first(map: { $0.text(0) }) != "wal" {
            try database.execute(sql: "PRAGMA journal_mode = WAL")
        }
        // `fullfsync` matters on Apple's systems, where `fsync` does not reach the disk.
        try database.execute(
            sql: """
                PRAGMA synchronous = FULL;
                PRAGMA fullfsync = ON;
                PRAGMA cache_size = -\(writerCache);
                """
        )
    }

    /// Opens read-only connections, and checks that the file is a store before another connection
    /// can change it.
    ///
    /// The check goes through SQLite, since closing a file descriptor of our own would release the
    /// locks of this process (https://sqlite.org/howtocorrupt.html, section 2.2).
    ///
    /// The check runs before the writer opens the file, so another program's database, or a store
    /// of a later version, stays as it is, byte for byte.
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
            // Earlier versions left a journal when they were killed while creating a store. Only a
            // connection that can write rolls it back.
            try openImmutable(at: path, with: configuration).close()
            try DatabaseQueue(path: path.path).close()
            try StoreFile.create(path)
            return try openReaders(at: path, with: configuration)
        }
    }

    /// Opens a file that nobody changes, without locks and without a log (`immutable=1`).
    ///
    /// SQLite then checks neither for changes nor for a log, so a change by another process would
    /// give wrong answers. Callers make sure that no one can change the file, or close it at once.
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
