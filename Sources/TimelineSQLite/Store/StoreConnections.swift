import Foundation
import GRDB
import TimelineCore

/// The connections to a store's database: readers, the writer, and one for writes that may be given up.
///
/// Opening a store writes nothing, so that it can be read on a full disk, on read-only media, and while
/// another process holds the lock for writing.
final class StoreConnections: Sendable {
    /// Serves snapshots; changes nothing.
    let reader: any DatabaseReader
    /// Serves transactions; `nil` for a store on read-only media.
    let writer: (any DatabaseWriter)?
    private let path: String?
    private let patient: Configuration
    private let impatient = Lock<DatabaseQueue?>(nil)

    /// How much of the file each connection may hold in memory, in KiB.
    ///
    /// There are up to six readers; a batch of a bulk load that fits into the writer's part is written once.
    private static let readerCache = 8 * 1024
    private static let writerCache = 32 * 1024
    /// How long a write waits that may be given up, in seconds.
    private static let shortTimeout = 0.1

    /// Opens the database at `path`, creates it if it is missing, and migrates it to the newest version.
    ///
    /// - Parameters:
    ///   - path: the database.
    ///   - timeout: how long a write waits for those of other processes, in seconds.
    /// - Throws: `TimelineError`, `DatabaseError`.
    init(file path: URL, busyTimeout timeout: TimeInterval) throws {
        patient = Self.configuration(timeout)
        self.path = path.path
        try StoreFile.create(path)
        do {
            reader = try Self.openReaders(path, patient)
        } catch let error as DatabaseError where StoreFile.isReadableAlone(path, after: error) {
            reader = try Self.openImmutable(path, patient)
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

    /// The connection for writes that may be given up; its own, since the writer may wait for another process.
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

    /// Closes all connections; the last one to a file copies its log into it and removes the log.
    ///
    /// - Throws: `DatabaseError` when a connection is in use.
    func close() throws {
        try reader.close()
        try impatient.withLock { try $0?.close() }
        try writer?.close()
    }

    private static func configuration(_ timeout: TimeInterval) -> Configuration {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA cache_size = -\(readerCache)")
        }
        configuration.busyMode = .timeout(timeout)
        configuration.foreignKeysEnabled = true
        return configuration
    }

    private static func prepareWriter(_ database: Database) throws {
        // A store restored by other tools may not be in WAL mode.
        if try String.fetchOne(database, sql: "PRAGMA journal_mode") != "wal" {
            try database.execute(sql: "PRAGMA journal_mode = WAL")
        }
        // "fullfsync" matters on Apple's systems only, where fsync does not reach the disk.
        try database.execute(
            sql: """
                PRAGMA synchronous = FULL;
                PRAGMA fullfsync = ON;
                PRAGMA cache_size = -\(writerCache);
                """
        )
    }

    /// Opens connections that only read, and checks whose file it is before any other connection may change it.
    ///
    /// SQLite has to check it: closing a descriptor of our own would release the locks that this process holds
    /// ("How To Corrupt An SQLite Database File", section 2.2).
    private static func openReaders(
        _ path: URL,
        _ configuration: Configuration
    ) throws -> DatabasePool {
        var configuration = configuration
        configuration.readonly = true
        do {
            let pool = try DatabasePool(path: path.path, configuration: configuration)
            try pool.writeWithoutTransaction { try Schema.check($0, at: path) }
            return pool
        } catch DatabaseError.SQLITE_READONLY_ROLLBACK {
            // Earlier versions left a journal when they were killed while they created a store. Only a
            // connection that may write rolls it back.
            try openImmutable(path, configuration).close()
            try DatabaseQueue(path: path.path).close()
            try StoreFile.create(path)
            return try openReaders(path, configuration)
        }
    }

    /// Opens a file that nobody changes, without a lock and without a log.
    private static func openImmutable(
        _ path: URL,
        _ configuration: Configuration
    ) throws -> DatabasePool {
        var configuration = configuration
        configuration.readonly = true
        let address = path.absoluteURL.absoluteString + "?immutable=1"
        let pool = try DatabasePool(path: address, configuration: configuration)
        try pool.writeWithoutTransaction { try Schema.check($0, at: path) }
        return pool
    }
}
