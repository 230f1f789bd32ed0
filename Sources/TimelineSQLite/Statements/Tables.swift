import GRDB
import TimelineCore

/// Tables of one connection, inside a transaction.
///
/// Shared and private data have a type each. Code that has only ``SharedTables`` cannot name a
/// private table by accident, so no export or sync can leak one. `Tests/rules.sh` checks that no
/// other folder than `Accounts` and `Schema` contains SQL with a private table.
///
/// Four types conform to it, from the bottom up:
///
/// - `SharedTables`: SQL on shared tables, without any state
/// - `PrivateTables`: SQL on private tables, without any state
/// - `ReadTransaction`: shared tables with the epoch of the snapshot and the cache that is valid in
///   it
/// - `WriteTransaction`: shared tables with the state of one batch of changes
///
/// All of them are values that hold the connection, and live as long as the closure in which GRDB
/// lends it.
protocol Tables {
    /// The connection, which has an open transaction.
    var database: Database { get }
}

extension Tables {
    /// A statement of this connection, prepared at most once.
    ///
    /// The connection caches it under its text, so calling this for each use costs one look-up.
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
///
/// A method that writes expects a write transaction, and leaves the epoch to its caller.
struct SharedTables: Tables {
    /// A connection inside a transaction.
    let database: Database
}

/// Accounts, sessions, failed logins, read positions, and the records of originals: data that never
/// leaves the device.
///
/// Its rows refer to users by UUID or by email, never by row ID, so they refer to no shared table.
///
/// The protocols `AccountReader` and `AccountWriter` of TimelineCore state the meaning of each
/// method; the extensions in the folder `Accounts` implement them. No write to these tables
/// advances the store's epoch: a login wakes no observer and invalidates no cache.
struct PrivateTables: Tables {
    /// A connection inside a transaction.
    let database: Database
}
