import GRDB
import TimelineCore

/// Shared data as one snapshot shows it; the answers to queries are extensions, in the folder of
/// each concept.
///
/// Nothing changes while it lasts, so the epoch of the snapshot is read once, and entries of the
/// repository's cache are used if they are valid in that epoch.
struct ReadTransaction: Tables, SocialReader {
    let tables: SharedTables
    private let snapshotInfo: SnapshotInfoCache

    var database: Database { tables.database }

    /// Reads with the cache of a repository.
    ///
    /// - Parameters:
    ///   - database: a connection inside a transaction in which nothing has been changed.
    ///   - snapshotInfo: made before the transaction began.
    init(_ database: Database, _ snapshotInfo: SnapshotInfoCache) {
        tables = SharedTables(database: database)
        self.snapshotInfo = snapshotInfo
    }

    /// Reads with an empty cache, which ends with the transaction.
    ///
    /// Write transactions read through it: they see changes that may be rolled back, which no cache
    /// of the repository may contain. It is valid until the next change.
    init(uncached database: Database) {
        self.init(database, SnapshotInfoCache(CacheGenerations()))
    }

    /// The epoch of the snapshot, the viewer's row, and the cache.
    ///
    /// - Throws: `DatabaseError`.
    func snapshotInfo(for viewer: User.ID?) throws -> SnapshotInfo {
        try snapshotInfo.info(for: viewer, in: tables)
    }

    /// The epoch of the snapshot and the cache; the viewer may be any.
    ///
    /// - Throws: `DatabaseError`.
    func anySnapshotInfo() throws -> SnapshotInfo { try snapshotInfo.info(in: tables) }

    func epoch() throws -> Int { try snapshotInfo.info(in: tables).epoch }

    func newestStamp() throws -> PushID { try snapshotInfo.info(in: tables).newestStamp }
}
