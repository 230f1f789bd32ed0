import CSQLite
import Foundation
import TimelineCore
import TimelineSQL

/// The connections to a store's database: those for reads, one for writes, and one for optional
/// writes.
///
/// Opening a store writes nothing. A store can therefore be read on a full
/// disk, on read-only media, and while another process holds the write lock.
///
/// | connection | opened | waits for the lock | page cache |
/// |---|---|---|---|
/// | readers, one per concurrent read | when needed, read-only | never, in WAL mode | 8 MiB each |
/// | the writer | immediately | up to 30 s | 32 MiB |
/// | the impatient writer | on first use | up to 0.1 s | 32 MiB |
///
/// All connections check foreign keys, and they are closed together. When the last connection of
/// all processes is closed, it copies the log into the database.
final class StoreConnections: Sendable {
    /// The connections for reads, or `nil` for a database in memory, which the writer reads.
    ///
    /// The number of connections that stay open is the number of concurrent reads that the
    /// executors admit.
    private let readers: ReaderPool?
    /// The connection for write transactions, one at a time, or the error for a disk that was full
    /// or read-only when the store was opened.
    let writer: Result<SerialConnection, TimelineError>
    /// Whether the file is read without locks although its disk is not read-only media.
    ///
    /// Another process may then change the file while it is being read, once the disk accepts
    /// writes again. This is acceptable for a short command, but not for a server.
    let isUnprotected: Bool
    /// The path of the file, or `nil` for an in-memory database.
    private let path: String?
    /// The identity of the open file, or `nil` for an in-memory database.
    private let identity: StoreFile.Identity?
    /// The connection for optional writes, which is opened when it is needed, or `nil` for a store
    /// that cannot be written.
    ///
    /// In memory, it is the writer. For a file, this is a separate connection, because the writer may be waiting for another
    /// process. Optional writes run one at a time, and SQLite's lock prevents them from running at
    /// the same time as other writes.
    let impatientWriter: SerialConnection?

    /// The size of each reader's page cache, in KiB.
    private static let readerCache = 8 * 1024
    /// The size of the writer's page cache, in KiB.
    ///
    /// A batch that fits into the cache writes each page only once.
    private static let writerCache = 32 * 1024
    /// The maximum time that a read waits for a lock, in milliseconds.
    ///
    /// In WAL mode, it waits only while another process recovers or deletes the log.
    private static let readerTimeout: Int32 = 10_000
    /// The maximum time that an optional write waits for the lock, in milliseconds.
    private static let shortTimeout: Int32 = 100

    /// Opens the database at the given path, creating it if necessary.
    ///
    /// The readers are opened first, and read-only: a connection for writing would write to the
    /// file of another program, and needs a lock and space on the disk (decision 17). If SQLite
    /// cannot open the file because the disk is not writable, and no log contains changes that the
    /// file lacks, the store is opened read-only and without locks.
    ///
    /// - Parameters:
    ///   - path: The path of the database.
    ///   - timeout: The maximum time that a write waits for writes by other processes, in seconds.
    ///   - readerLimit: The number of connections for reads that stay open.
    /// - Throws: `TimelineError` or `SQLiteError`.
    init(file path: URL, busyTimeout timeout: TimeInterval, readerLimit: Int) throws {
        self.path = path.path
        try StoreFile.create(path)
        do {
            readers = try Self.openReaders(at: path, keeping: readerLimit)
        } catch let error as SQLiteError where StoreFile.isReadableAlone(path, after: error) {
            let readers = try Self.openReaders(.readingUnchanged, at: path, keeping: readerLimit)
            self.readers = readers
            identity = StoreFile.Identity(of: path.path)
            isUnprotected = !StoreFile.isOnReadOnlyMedia(path)
            let refusal: TimelineError =
                StoreFile.isOnFullDisk(path) ? .diskFull(StoreText.writing) : .storageReadOnly
            writer = .failure(refusal)
            impatientWriter = nil
            return
        }
        identity = StoreFile.Identity(of: path.path)
        isUnprotected = false
        let connection = try Self.openWriter(path.path, busyTimeout: Int32(timeout * 1000))
        writer = .success(SerialConnection(connection))
        impatientWriter = SerialConnection {
            let connection = try Self.openWriter(path.path, busyTimeout: Self.shortTimeout)
            // The log is synced when it is copied into the file, not by each commit. A power failure
            // may lose the latest optional writes, but never the consistency.
            try connection.execute("PRAGMA synchronous = NORMAL")
            return connection
        }
    }

    /// Creates an in-memory database.
    ///
    /// - Throws: `SQLiteError` if memory runs out.
    init() throws {
        (readers, path, identity, isUnprotected) = (nil, nil, nil, false)
        let connection = try Connection(":memory:", cacheSize: Self.readerCache)
        try Schema.create(in: connection)
        let serial = SerialConnection(connection)
        (writer, impatientWriter) = (.success(serial), serial)
    }

    deinit {
        // Without `close()`, nobody receives the errors. The log then remains.
        try? close()
    }

    /// Reads one snapshot.
    func read<Result>(_ query: (Connection) throws -> Result) throws -> Result {
        if let readers { return try readers.read(query) }
        return try writer.get().transaction(.deferred, query)
    }

    /// Copies a snapshot of the database over another one.
    func copy(to target: Connection, as name: String = "main") throws {
        try read { try $0.copy(to: target, as: name) }
    }

    /// Opens an empty database to which the store is attached, for reading, as `store`.
    ///
    /// Names without a schema refer to the new database, and to the store for tables that only the
    /// store contains. The new database is a file beside the store, or in the folder for temporary
    /// files if that is not possible. The file has no name, so it disappears with the connection.
    func openScratch() throws -> Connection {
        guard let path else {
            let scratch = try Connection("", .scratch, cacheSize: Self.readerCache)
            try scratch.execute("ATTACH '' AS store")
            try copy(to: scratch, as: "store")
            return scratch
        }
        let scratch = try Self.openScratchFile(beside: path)
        let address = Connection.address(of: path, isUnchanged: impatientWriter == nil)
        try Statement("ATTACH ? AS store", in: scratch).run(address)
        try scratch.execute("PRAGMA store.cache_size = -\(Self.readerCache)")
        return scratch
    }

    /// Opens an empty database in a file beside the path, or in the folder for temporary files.
    static func openScratchFile(beside path: String) throws -> Connection {
        let file = DurableFile.temporaryPath(beside: URL(filePath: path))
        do {
            try DurableFile.create(file)
        } catch {
            return try Connection("", .scratch, busyTimeout: readerTimeout, cacheSize: writerCache)
        }
        // SQLite has opened the file when the connection exists, and needs no journal beside it.
        defer { StoreFile.removeDraft(file) }
        return try Connection(
            file.path,
            .scratch,
            busyTimeout: readerTimeout,
            cacheSize: writerCache
        )
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
        throw .storageFailed(StorageError(operation: operation, reason: StoreText.replacedFile))
    }

    /// Closes all connections.
    ///
    /// The writer is closed last, because a read-only connection cannot copy the write-ahead log
    /// into the file.
    ///
    /// - Throws: The first error, after all other connections have been closed.
    func close() throws {
        let writer = try? writer.get()  // A store that cannot be written has none.
        let results = [
            Result { try readers?.close() }, Result { try impatientWriter?.close() },
            Result { try writer?.close() },
        ]
        for result in results { try result.get() }
    }

    /// Opens a connection for writing in WAL mode, with commits that reach the disk before they
    /// return.
    ///
    /// WAL mode is a property of the file. The other settings are properties of the connection.
    private static func openWriter(
        _ path: String,
        busyTimeout timeout: Int32
    ) throws -> Connection {
        let connection = try Connection(path, busyTimeout: timeout, cacheSize: writerCache)
        // A store that was restored with other tools may not be in WAL mode.
        let journal = try Statement("PRAGMA journal_mode", in: connection).first { $0.text(0) }
        if journal != "wal" { try connection.execute("PRAGMA journal_mode = WAL") }
        // `fullfsync` is needed on Apple's systems, where `fsync` does not reach the disk.
        try connection.execute("PRAGMA synchronous = FULL; PRAGMA fullfsync = ON")
        return connection
    }

    /// Opens read-only connections, and checks that the file is a store of this version.
    ///
    /// The check runs before the writer opens the file, so another program's database, or a store
    /// of another version, is not changed at all.
    ///
    /// The check uses SQLite, because closing a separate file descriptor would release the locks of
    /// this process (https://sqlite.org/howtocorrupt.html, section 2.2).
    ///
    /// - Parameters:
    ///   - mode: Whether to read without locks. Callers ensure that no process can change the file
    ///     then, or close it immediately, because a change would cause wrong results.
    ///   - path: The path of the database.
    ///   - readerLimit: The number of connections that stay open.
    /// - Returns: The connections.
    /// - Throws: `TimelineError` or `SQLiteError`.
    private static func openReaders(
        _ mode: Connection.Mode = .reading,
        at path: URL,
        keeping readerLimit: Int
    ) throws -> ReaderPool {
        let readers = ReaderPool(keeping: readerLimit) {
            try Connection(path.path, mode, busyTimeout: readerTimeout, cacheSize: readerCache)
        }
        try readers.read { try Schema.check($0, at: path) }
        return readers
    }
}
