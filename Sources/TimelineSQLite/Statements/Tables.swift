import GRDB
import TimelineCore

/// Tables of one connection, inside a transaction.
///
/// Shared and private data have a type each. Code that has only ``SharedTables`` cannot name a
/// private table by accident, so no export or sync can leak one.
protocol Tables {
    /// The connection, which has an open transaction.
    var database: Database { get }
}

extension Tables {
    /// A statement of this connection, prepared at most once.
    ///
    /// - Throws: `DatabaseError`.
    func statement(_ sql: String) throws -> Statement { try Statement(sql, in: database) }
}

/// Profiles, posts, comments, likes and follows, and the indexes that follow from them: words,
/// tags, mentions, places.
///
/// Its methods neither use nor maintain a cache, so reads, writes, repairs and migrations can all
/// call them. ``ReadTransaction`` adds the cache of readers, ``WriteTransaction`` the state of a
/// batch.
struct SharedTables: Tables {
    let database: Database
}

/// Accounts, sessions, failed logins and read positions: data that never leaves the device.
struct PrivateTables: Tables {
    let database: Database
}
