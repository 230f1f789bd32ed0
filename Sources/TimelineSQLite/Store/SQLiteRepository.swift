public import Foundation
import GRDB
public import TimelineCore

/// Keeps a repository in one SQLite file, which many processes may use at once.
///
/// The file is in WAL mode with `synchronous=FULL`: what was committed survives a power cut, and
/// readers never wait for a writer. `Docs/Schema.md` describes its tables.
public final class SQLiteRepository: Repository {
    private let connections: StoreConnections
    private let generations = CacheGenerations()

    /// The lanes that all engines on this repository share.
    public let lanes = RepositoryLanes()

    /// How long a write waits for those of other processes, in seconds.
    public static let busyTimeout: TimeInterval = 30

    /// Opens the file at `path`, creates it with mode 0600 if it is missing, and migrates it to the newest version of
    /// the tables.
    ///
    /// A store on read-only media is opened for reading; writes then throw `TimelineError.storageReadOnly`.
    ///
    /// - Throws: `TimelineError`: `storeTooNew`, `notAStore`, `storageReadOnly` where a migration is due,
    ///   `storageBusy` or `storageFailed`.
    public init(file path: URL) throws {
        connections = try translatingErrors("Opening \(path.path)") {
            try StoreConnections(file: path, busyTimeout: Self.busyTimeout)
        }
    }

    /// Makes an empty repository in memory, gone with this object.
    ///
    /// - Throws: `TimelineError.storageFailed` when memory runs out.
    public init() throws {
        connections = try translatingErrors("Opening a store in memory") { try StoreConnections() }
    }

    /// Closes the file; further calls throw.
    ///
    /// The last of all programs to close it leaves everything in the one file: SQLite copies its log into it and
    /// removes the log.
    ///
    /// - Throws: `TimelineError.storageBusy` while a call is at work.
    public func close() throws {
        try translatingErrors("Closing the store") { try connections.close() }
    }

    /// Answers questions about one moment.
    public func read<Answer>(_ query: (any SocialReader) throws -> Answer) throws -> Answer {
        try readingTables(query)
    }

    /// Reads the tables in one snapshot, with the repository's caches.
    func readingTables<Answer>(_ query: (SQLiteSocial) throws -> Answer) throws -> Answer {
        let memory = ReadMomentMemory(generations)
        return try reading { try query(SQLiteSocial(database: $0, memory: memory)) }
    }

    /// Applies the changes that `draft` makes of what is there, in one transaction.
    @discardableResult
    public func apply(
        drafting draft: (any SocialReader) throws -> CheckedBatch
    ) throws -> [Change] {
        try writing { try SQLiteSocial(database: $0).apply(drafting: draft) }
    }

    /// The epoch of the shared data, which a table counts for all processes.
    public func epoch() throws -> Int {
        try reading { database in
            let statement = try HotStatement("SELECT epoch FROM clock", in: database)
            return Int(try statement.first { $0.int(0) } ?? 0)
        }
    }

    /// Compares every count and index with a recount.
    ///
    /// A repair runs in transactions of some hundred rows, between which others write; each derives what it
    /// writes from the tables as they are then.
    public func audit(repairing: Bool) throws -> [CountMismatch] {
        try audit(repairing: repairing, betweenSteps: {})
    }

    /// Compares every count and index with a recount, and calls back after each transaction of the repair.
    package func audit(
        repairing: Bool,
        betweenSteps: () throws -> Void
    ) throws -> [CountMismatch] {
        let first = try reading { try SQLiteSocial(database: $0).audit() }
        guard repairing else { return first.mismatches }
        var audit = first
        // What others wrote into a part not yet repaired may be wrong again; it is rare, and never for long.
        for _ in 1...Self.repairRounds where !audit.repairs.isEmpty {
            for repair in audit.repairs {
                var next: RepairStep? = repair
                while let step = next {
                    next = try writing { try step.run(SQLiteSocial(database: $0)) }
                    try betweenSteps()
                }
            }
            _ = try writing { try SQLiteSocial(database: $0).run(SQLiteSocial.countEpoch) }
            audit = try reading { try SQLiteSocial(database: $0).audit() }
        }
        return first.mismatches
    }

    /// How often a repair audits its own result and repairs again.
    private static let repairRounds = 3

    /// Compares the names shown, the search keys and the newest stamp with the data that they follow from.
    public func auditValues(repairing: Bool) throws -> [ValueMismatch] {
        let mismatches = try reading {
            try SQLiteSocial(database: $0).auditValues(repairing: false)
        }
        guard repairing, !mismatches.isEmpty else { return mismatches }
        return try writing {
            let tables = SQLiteSocial(database: $0)
            try tables.run(SQLiteSocial.countEpoch)
            return try tables.auditValues(repairing: true)
        }
    }

    /// Pending changes that cannot be read, by the text of each.
    public func unreadableChanges() throws -> [String] {
        try reading { try SQLiteSocial(database: $0).unreadableChanges() }
    }

    /// Copies the database as it is at one moment to another one.
    func backup(to copy: DatabaseQueue) throws {
        try connections.reader.backup(to: copy)
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
        try translatingErrors("Reading the store") { try connections.reader.read(query) }
    }

    func writing<Answer>(_ update: (Database) throws -> Answer) throws -> Answer {
        guard let writer = connections.writer else { throw TimelineError.storageReadOnly }
        return try translatingErrors("Writing to the store") { try commit(update, to: writer) }
    }

    /// Makes a change that nothing depends on, such as the date of a session's last use; gives it up when the store
    /// is locked for more than a tenth of a second, read-only, or on a disk that is full or broken.
    ///
    /// It does not wait for other writes of this process, so reading may use it.
    ///
    /// - Throws: failures of the store itself, such as `TimelineError.storeTooNew`.
    func writingIfPossible(_ update: (Database) throws -> Void) throws {
        try translatingErrors("Writing to the store") {
            do {
                guard let writer = try connections.impatientWriter() else { return }
                try commit(update, to: writer)
            } catch let error as DatabaseError where error.isOfTheDisk {
                return
            }
        }
    }

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
    /// Whether the disk or another program prevented a write.
    fileprivate var isOfTheDisk: Bool {
        let codes: [ResultCode] = [
            .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_READONLY, .SQLITE_FULL, .SQLITE_IOERR,
            .SQLITE_CANTOPEN,
        ]
        return codes.contains(resultCode)
    }
}
