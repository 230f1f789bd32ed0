public import Foundation
import GRDB
import Synchronization
public import TimelineCore

/// Keeps a repository in one SQLite file, which many processes may use at once.
///
/// The file is in WAL mode with `synchronous=FULL`: what was committed survives a power cut, and
/// readers never wait for a writer. `Docs/Schema.md` describes its tables.
public final class SQLiteRepository: Repository {
    private let writer: any DatabaseWriter
    private let versionReader: DatabaseQueue?
    private let commitCount = Atomic<Int>(0)
    private let caches = ReaderCaches()

    /// How long a write waits for those of other processes, in seconds.
    public static let busyTimeout: TimeInterval = 30

    /// Opens the file at `path`, which is made with mode 0600 when it is missing, and brings it to the newest
    /// version of the tables.
    ///
    /// - Throws: `TimelineError.storeTooNew`, `TimelineError.storageFailed` or
    ///   `TimelineError.storageBusy`.
    public init(file path: URL) throws {
        (writer, versionReader) = try translatingErrors("Opening \(path.path)") {
            try Self.makeFile(path)
            var readOnly = Self.configuration
            readOnly.readonly = true
            let reader = try DatabaseQueue(path: path.path, configuration: readOnly)
            try Schema.check(reader, at: path)
            let pool = try DatabasePool(path: path.path, configuration: Self.configuration)
            // "fullfsync" matters on Apple's systems only, where fsync does not reach the disk.
            try pool.writeWithoutTransaction { database in
                try database.execute(
                    sql: """
                        PRAGMA synchronous = FULL;
                        PRAGMA fullfsync = ON;
                        PRAGMA cache_size = -\(Self.writerCache);
                        """
                )
            }
            try Schema.migrate(pool)
            return (pool, reader)
        }
    }

    /// Makes an empty repository in memory, gone with this object.
    ///
    /// - Throws: `TimelineError.storageFailed` when memory runs out.
    public init() throws {
        (writer, versionReader) = try translatingErrors("Opening a store in memory") {
            let queue = try DatabaseQueue(configuration: Self.configuration)
            try Schema.migrate(queue)
            return (queue, nil)
        }
    }

    /// How much of the file each connection may hold in memory, in KiB.
    ///
    /// There are up to five readers; a batch of a bulk load that fits into the writer's part is written once.
    private static let readerCache = 8 * 1024
    private static let writerCache = 32 * 1024

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA cache_size = -\(Self.readerCache)")
        }
        configuration.busyMode = .timeout(busyTimeout)
        configuration.foreignKeysEnabled = true
        return configuration
    }

    private static func makeFile(_ path: URL) throws {
        guard !FileManager.default.fileExists(atPath: path.path) else { return }
        try DurableFile.makeFolder(path.deletingLastPathComponent())
        try DurableFile.create(path)
    }

    /// Answers questions about one moment.
    public func read<Answer>(_ query: (any SocialReader) throws -> Answer) throws -> Answer {
        try reading {
            try query(SQLiteSocial(database: $0, caches: caches, memory: ReadMomentMemory()))
        }
    }

    /// Applies the changes that `draft` makes of what is there, in one transaction.
    @discardableResult
    public func apply(
        drafting draft: (any SocialReader) throws -> CheckedBatch
    ) throws -> [Change] {
        try writing { try SQLiteSocial(database: $0).apply(drafting: draft) }
    }

    /// A number that is another after each commit of any process.
    public func version() throws -> Int {
        let others = try translatingErrors("Reading the store") {
            try versionReader?.inDatabase { try Int.fetchOne($0, sql: "PRAGMA data_version") } ?? 0
        }
        return others &+ commitCount.load(ordering: .acquiring)
    }

    /// Compares every count kept with a recount.
    public func audit(repairing: Bool) throws -> [CountMismatch] {
        guard repairing else {
            return try reading { try SQLiteSocial(database: $0).audit(repairing: false) }
        }
        return try writing { try SQLiteSocial(database: $0).audit(repairing: true) }
    }

    /// What SQLite itself finds wrong with the file and its references; empty when all is well.
    public func integrityFaults() throws -> [String] {
        try reading { database in
            let faults = try String.fetchAll(database, sql: "PRAGMA integrity_check")
            let tree = try String.fetchAll(database, sql: "SELECT rtreecheck('post_place')")
            let references =
                try Row.fetchAll(
                    database,
                    sql: """
                        SELECT "table" || ' rows refer to missing rows of ' || parent, count(*)
                        FROM pragma_foreign_key_check GROUP BY 1
                        """
                )
                .map { "\($0[1] as Int) \($0[0] as String)" }
            let bare =
                try Row.fetchAll(
                    database,
                    sql: "SELECT id FROM post WHERE id NOT IN (SELECT post FROM photo)"
                )
                .map { "the post \($0.pushID(0)?.description ?? "") has no photos" }
            return (faults + tree).filter { $0 != "ok" } + references + bare
        }
    }

    func reading<Answer>(_ query: (Database) throws -> Answer) throws -> Answer {
        try translatingErrors("Reading the store") { try writer.read(query) }
    }

    func writing<Answer>(_ update: (Database) throws -> Answer) throws -> Answer {
        let answer = try translatingErrors("Writing to the store") { try writer.write(update) }
        commitCount.add(1, ordering: .releasing)
        return answer
    }
}
