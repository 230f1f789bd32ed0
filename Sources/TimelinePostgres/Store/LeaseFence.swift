#if Cluster
import Foundation
import TimelineCore
import TimelineSQL

/// The leases on blobs that this process relies on, and the check that they still belong to it.
///
/// Every transaction that may write references to blobs makes this check before its commit
/// (``BlobLeases``, "fenced"). It consists of one statement, and of none if there is no lease.
///
/// ## Locks
/// The check locks the row of this process in `lease_process` in share mode until the commit. Whoever
/// takes a lease away updates the row of its holder first, so one of the two happens before the
/// other:
/// - *The check is first.* The taker waits for the commit, and sees what it has written.
/// - *The taker is first.* Either the check sees that the lease is gone, or, in an older snapshot,
///   PostgreSQL refuses the lock with a conflict (40001), and the repeated transaction sees it.
///
/// The row of the process rather than those of the leases is locked, because its threads insert, renew
/// and release leases all the time, and must not make each other's transactions wait or conflict.
/// Only the row's update makes an older snapshot fail, so a taker that merely locked it would not do.
///
/// ## Conflicts
/// The tables of the leases are written in transactions that are only `READ COMMITTED`, which take no
/// part in PostgreSQL's detection of dependencies between serializable ones. Whatever a check reads, and
/// with whichever plan, it is in nobody's way.
///
/// ## Deadlocks
/// A check locks nothing but the row of its own process. All others lock leases first, then rows of
/// processes, each in the order of their IDs, or skip what is locked. Rows are locked in one statement
/// and updated in the next: an `UPDATE` that locks its rows itself finds the versions of its snapshot,
/// and queues for an old version behind those who wait for the new one.
final class LeaseFence: Sendable {
    /// The ID of this process.
    let process = UUID().data

    private let held = Lock<Set<BlobLease.ID>>([])

    /// The leases that this process has inserted or taken over, and has not released or abandoned.
    ///
    /// Some of them may be lost. All are visible to each transaction that begins later.
    var leases: Set<BlobLease.ID> { held.withLock { $0 } }

    /// Adds leases whose insertion has been committed.
    func add(_ ids: some Sequence<BlobLease.ID>) { held.withLock { $0.formUnion(ids) } }

    /// Ends the checks of a lease, which may be deleted afterwards.
    func remove(_ id: BlobLease.ID) { held.withLock { _ = $0.remove(id) } }

    /// Checks that leases belong to this process until the end of the transaction.
    ///
    /// - Parameters:
    ///   - ids: The leases as they were before the transaction.
    ///   - connection: A connection with a serializable transaction.
    /// - Throws: `DatabaseFault` if one of them is lost, so that the transaction is not repeated, or
    ///   ``PostgresError``.
    func check(_ ids: Set<BlobLease.ID>, on connection: any SQLConnection) throws {
        guard !ids.isEmpty else { return }
        let found = try Statement(
            """
            SELECT lease.id FROM lease_process AS process
            JOIN blob_lease AS lease ON lease.holder = process.id
            WHERE process.id = ? AND lease.id = ANY(?) FOR SHARE OF process
            """,
            in: connection
        )
        .all(process, BytesArray(ids)) { UUID($0.data(0)) }
        guard isComplete(ids, found) else { throw DatabaseFault(PostgresText.lostLease) }
    }

    /// Returns whether no lease is missing, except for those that have been released in the meantime.
    func isComplete(_ ids: Set<BlobLease.ID>, _ found: [BlobLease.ID]) -> Bool {
        leases.isDisjoint(with: ids.subtracting(found))
    }
}
#endif
