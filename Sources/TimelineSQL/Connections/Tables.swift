import TimelineCore

/// Access to tables through one connection, inside a transaction.
///
/// Shared and private data have separate types. Code that has access only to ``SharedTables``
/// cannot use a private table by accident, so no export or synchronization can reveal private data.
/// `Tests/rules.sh` checks that only the folders `Accounts` and `Schema` contain SQL with private
/// tables.
///
/// Four types conform to this protocol:
///
/// - `SharedTables`: SQL on shared tables, without any state
/// - `PrivateTables`: SQL on private tables, without any state
/// - `ReadTransaction`: shared tables, with the epoch of the snapshot and the cache for it
/// - `WriteTransaction`: shared tables, with the state of one batch of changes
///
/// All of them are values that contain the connection. They must not be used outside the closure to
/// which the repository passes the connection.
package protocol Tables {
    /// The connection, which has an open transaction.
    var connection: any SQLConnection { get }
}

extension Tables {
    /// Returns a statement of this connection, which is prepared at most once.
    ///
    /// The connection caches the statement under its SQL, so each call requires only one lookup.
    package func statement(_ sql: String) throws -> Statement { try Statement(sql, in: connection) }
}

/// Access to shared data: profiles, posts, comments, likes and follows, and the indexes of words,
/// tags, mentions and places derived from them.
///
/// The methods neither use nor update a cache, so reads, writes and repairs can all call
/// them. ``ReadTransaction`` adds the cache for readers, and ``WriteTransaction`` adds the
/// state of a batch.
///
/// Methods that write require a write transaction and do not advance the epoch, which is the
/// responsibility of their callers.
package struct SharedTables: Tables {
    /// A connection inside a transaction.
    package let connection: any SQLConnection

    /// Creates a value for one transaction.
    package init(connection: any SQLConnection) { self.connection = connection }
}

/// Access to private data, which no other user receives: accounts, sessions, failed logins, read
/// positions, activity visits, muted and blocked users, originals, peers, rejections, and private
/// values such as keys.
///
/// A sync sends some of it to the user's own devices, and pairing carries the login data
/// (`Docs/Sync.md`).
///
/// The rows refer to users by UUID or by email, never by row ID, so they do not depend on any
/// shared table.
///
/// The protocols `AccountReader` and `AccountWriter` in TimelineCore document the methods, and the
/// extensions in the `Accounts` folder implement them. Most writes to these tables do not advance
/// the store's epoch, so a login neither wakes observers nor invalidates caches. The changes noted
/// in ``changes`` affect shared data, and advance the epoch at the end of the transaction.
package struct PrivateTables: Tables {
    /// A connection inside a transaction.
    package let connection: any SQLConnection
    /// The changes of this transaction that affect shared data.
    ///
    /// This is an object, so that all copies of this value share it.
    let changes = PrivateChanges()

    /// Creates a value for one transaction.
    package init(connection: any SQLConnection) { self.connection = connection }
}

/// The changes to private data in one transaction that affect shared data.
final class PrivateChanges {
    /// The users with an account that was added or deleted.
    var accounts: Set<User.ID> = []

    /// Whether a user was muted, unmuted, blocked or unblocked.
    var isVisibilityChanged = false

    /// Whether shared data is unaffected.
    var isEmpty: Bool { accounts.isEmpty && !isVisibilityChanged }
}
