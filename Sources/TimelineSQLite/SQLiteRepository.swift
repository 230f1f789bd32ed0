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
            try Schema.check(path)
            let pool = try DatabasePool(path: path.path, configuration: Self.configuration)
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try Schema.migrate(pool)
            var readOnly = Self.configuration
            readOnly.readonly = true
            return (pool, try DatabaseQueue(path: path.path, configuration: readOnly))
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

    private static var configuration: Configuration {
        var configuration = Configuration()
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
        try reading { try query(SQLiteSocial(database: $0)) }
    }

    /// Applies the changes that `draft` makes of what is there, in one transaction.
    @discardableResult
    public func apply(drafting draft: (any SocialReader) throws -> [Change]) throws -> [Change] {
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
        try writing { try SQLiteSocial(database: $0).audit(repairing: repairing) }
    }

    /// What SQLite itself finds wrong with the file and its references; empty when all is well.
    public func integrityFaults() throws -> [String] {
        try reading { database in
            let faults = try String.fetchAll(database, sql: "PRAGMA integrity_check")
            let references = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
                .map { row in
                    "a row of \(row["table"] as String) refers to a missing row of \(row["parent"] as String)"
                }
            return faults.filter { $0 != "ok" } + references
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
