import Foundation
import GRDB
import TimelineCore

/// The connections to a store's database: readers, the writer, and one for optional writes.
///
/// Opening a store of the current version writes nothing, so it can be read on a full disk, on
/// read-only media, and while another process holds the write lock.
final class StoreConnections: Sendable {
    /// Serves snapshots, up to five at a time.
    let reader: any DatabaseReader
    /// Serves write transactions, one at a time; `nil` for a store on read-only media.
    let writer: (any DatabaseWriter)?
    private let path: String?
    private let patient: Configuration
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
    /// - Parameters:
    ///   - path: the database.
    ///   - timeout: the time that a write waits for writes of other processes, in seconds.
    /// - Throws: `TimelineError`, `DatabaseError`.
    init(file path: URL, busyTimeout timeout: TimeInterval) throws {
        patient = Self.configuration(timeout)
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
    /// A connection of its own, because the writer may be waiting for another process.
    ///
    /// - Throws: `DatabaseError`.
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
    /// - Throws: `DatabaseError` when a connection is in use.
    func close() throws {
        try reader.close()
        try impatient.withLock { try $0?.close() }
        try writer?.close()
    }

    /// The settings of every connection; SQLite's default is to ignore foreign keys.
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
