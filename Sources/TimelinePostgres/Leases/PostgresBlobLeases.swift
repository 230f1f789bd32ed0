#if Cluster
import Foundation
package import TimelineCore
import TimelineSQL

extension PostgresRepository {
    /// The leases on blobs, which the processes that use this database share.
    ///
    /// This repository is their process: its transactions check the leases that are inserted here.
    package var leases: PostgresBlobLeases { PostgresBlobLeases(repository: self) }
}

/// Leases on blobs in PostgreSQL.
///
/// `blob_lease` has a row for each lease, with its end by the clock of the database, and `leased_blob`
/// has its blobs. A lease without a holder has been lost or abandoned. ``LeaseFence`` describes the
/// check that transactions make, and the order of locks.
///
/// Each call is one transaction, which is repeated like those of the repository, for at most
/// ``PostgresRepository/patience`` seconds.
///
/// ```swift
/// let repository = try PostgresRepository("postgres://db1,db2,db3/timeline")
/// let blobs = try S3BlobStore(address, settings: settings, leases: repository.leases)
/// ```
package struct PostgresBlobLeases: BlobLeases {
    private let repository: PostgresRepository
    private var fence: LeaseFence { repository.fence }

    init(repository: PostgresRepository) { self.repository = repository }

    /// The time at the start of the transaction, in milliseconds.
    private static let now = "CAST(floor(extract(epoch FROM now()) * 1000) AS INTEGER)"
    /// The number of blobs to insert at once, which takes much less than a second.
    private static let batchSize = 5000

    /// Inserts a lease.
    package func insert(_ lease: BlobLease, for duration: Duration) throws {
        try repository.writing(fencedBy: nil) { connection in
            try join(connection)
            try Statement(
                "INSERT INTO blob_lease VALUES (?, ?, ?, \(Self.now) + ?)",
                in: connection
            )
            .run(lease.id.data, lease.purpose.rawValue, fence.process, duration.milliseconds)
            for start in stride(from: 0, to: lease.blobs.count, by: Self.batchSize) {
                try Statement(
                    "INSERT INTO leased_blob SELECT CAST(? AS BLOB), unnest(CAST(? AS BLOB[]))",
                    in: connection
                )
                .run(lease.id.data, BytesArray(lease.blobs.dropFirst(start).prefix(Self.batchSize)))
            }
        }
        fence.add([lease.id])
    }

    /// Extends the leases of this process.
    ///
    /// A lease whose release has failed is not extended.
    package func renew(for duration: Duration) throws -> Bool {
        let ids = fence.leases
        guard !ids.isEmpty else { return true }
        let renewed = try repository.writing(fencedBy: nil) { connection in
            let held = try Statement(
                """
                SELECT id FROM blob_lease WHERE id = ANY(?) AND holder = ?
                ORDER BY id FOR NO KEY UPDATE
                """,
                in: connection
            )
            .all(BytesArray(ids), fence.process) { UUID($0.data(0)) }
            try Statement(
                "UPDATE blob_lease SET ends = \(Self.now) + ? WHERE id = ANY(?)",
                in: connection
            )
            .run(duration.milliseconds, BytesArray(held))
            return held
        }
        return fence.isComplete(ids, renewed)
    }

    /// Deletes a lease of this process.
    package func release(_ id: BlobLease.ID) throws {
        fence.remove(id)
        try repository.writing(fencedBy: nil) { connection in
            try Statement(
                """
                WITH released AS (
                    DELETE FROM blob_lease WHERE id = ? AND holder = ? RETURNING id
                )
                DELETE FROM leased_blob WHERE lease = (SELECT id FROM released)
                """,
                in: connection
            )
            .run(id.data, fence.process)
        }
    }

    /// Lets the time of a lease of this process pass.
    ///
    /// If a transaction of this process has lost its connection, this call waits for its end, like
    /// everyone who takes a lease away.
    package func abandon(_ id: BlobLease.ID) throws {
        fence.remove(id)
        try repository.writing(fencedBy: nil) { connection in
            let rows = try Statement(
                """
                SELECT id, purpose, holder FROM blob_lease WHERE id = ? AND holder = ?
                FOR UPDATE
                """,
                in: connection
            )
            .all(id.data, fence.process, map: LeaseRow.init)
            try take(rows, on: connection)
        }
    }

    /// Returns those of the given blobs that a process is storing.
    package func stored(among ids: [BlobID]) throws -> Set<BlobID> {
        guard !ids.isEmpty else { return [] }
        return try repository.writing(fencedBy: nil) { connection in
            let ended = try Statement(
                """
                SELECT id, purpose, holder FROM blob_lease
                WHERE purpose = ? AND holder IS NOT NULL AND ends <= \(Self.now)
                    AND id IN (SELECT lease FROM leased_blob WHERE blob = ANY(?))
                ORDER BY id FOR UPDATE
                """,
                in: connection
            )
            .all(BlobLease.Purpose.storing.rawValue, BytesArray(ids), map: LeaseRow.init)
            try take(ended, on: connection)
            let blobs = try Statement(
                """
                SELECT DISTINCT leased_blob.blob FROM leased_blob
                JOIN blob_lease ON blob_lease.id = leased_blob.lease
                WHERE leased_blob.blob = ANY(?) AND purpose = ? AND holder IS NOT NULL
                """,
                in: connection
            )
            .all(BytesArray(ids), BlobLease.Purpose.storing.rawValue) { $0.blobID(0) }
            return Set(blobs)
        }
    }

    /// Takes over leases that have no holder or whose time has passed.
    ///
    /// Leases that another transaction is about to change are left out.
    package func takeOver(limit: Int, for duration: Duration) throws -> [BlobLease] {
        let taken = try repository.writing(fencedBy: nil) { connection in
            let free = try Statement(
                """
                SELECT id, purpose, holder FROM blob_lease
                WHERE ends <= \(Self.now) AND id <> ALL(?)
                ORDER BY ends, id LIMIT ? FOR UPDATE SKIP LOCKED
                """,
                in: connection
            )
            .all(BytesArray(fence.leases), limit, map: LeaseRow.init)
            guard !free.isEmpty else {
                try removeProcesses(on: connection)
                return [] as [BlobLease]
            }
            try join(connection)
            try take(free, by: fence.process, for: duration, on: connection)
            return try blobs(of: free, on: connection).map(\.takenOver)
        }
        fence.add(taken.map(\.id))
        return taken
    }

    /// Returns the blobs that processes store or drop references to.
    package func reserved() throws -> Set<BlobID> {
        try translatingErrors(PostgresText.reading) {
            try repository.pool.use { connection in
                try connection.snapshot {
                    let blobs = try Statement(
                        """
                        SELECT DISTINCT leased_blob.blob FROM leased_blob
                        JOIN blob_lease ON blob_lease.id = leased_blob.lease
                        WHERE purpose <> ?
                        """,
                        in: connection
                    )
                    .all(BlobLease.Purpose.settingAside.rawValue) { $0.blobID(0) }
                    return Set(blobs)
                }
            }
        }
    }

    // MARK: Rows

    /// Takes leases that this transaction has locked away from their holders.
    ///
    /// This waits for the transactions of the holders that have checked them.
    ///
    /// - Parameters:
    ///   - rows: The leases.
    ///   - process: The new holder, or `nil` if there is none.
    ///   - duration: The time for which the new holder has them.
    ///   - connection: A connection with a transaction.
    /// - Throws: ``PostgresError``.
    private func take(
        _ rows: [LeaseRow],
        by process: Data? = nil,
        for duration: Duration = .zero,
        on connection: any SQLConnection
    ) throws {
        guard !rows.isEmpty else { return }
        let holders = try Statement(
            "SELECT id FROM lease_process WHERE id = ANY(?) ORDER BY id FOR NO KEY UPDATE",
            in: connection
        )
        .all(BytesArray(Set(rows.compactMap(\.holder)))) { $0.data(0) }
        try Statement(
            "UPDATE lease_process SET losses = losses + 1 WHERE id = ANY(?)",
            in: connection
        )
        .run(BytesArray(holders))
        try Statement(
            """
            UPDATE blob_lease SET holder = ?1, purpose = CASE
                WHEN CAST(?1 AS BLOB) IS NULL OR purpose <> ?2 THEN purpose ELSE ?3
            END, ends = CASE WHEN CAST(?1 AS BLOB) IS NULL THEN 0 ELSE \(Self.now) + ?4 END
            WHERE id = ANY(?5)
            """,
            in: connection
        )
        .run(
            process,
            BlobLease.Purpose.storing.rawValue,
            BlobLease.Purpose.removing.rawValue,
            duration.milliseconds,
            BytesArray(rows.map(\.id))
        )
    }

    /// Returns leases with their blobs.
    private func blobs(of rows: [LeaseRow], on connection: any SQLConnection) throws -> [BlobLease]
    {
        try rows.map { row in
            let blobs = try Statement(
                "SELECT blob FROM leased_blob WHERE lease = ?",
                in: connection
            )
            .all(row.id.data) { $0.blobID(0) }
            return BlobLease(id: row.id, purpose: row.purpose, blobs: blobs)
        }
    }

    /// Makes sure that this process has a row, which remains until the end of the transaction.
    private func join(_ connection: any SQLConnection) throws {
        let hasRow = try Statement(
            """
            WITH added AS (
                INSERT INTO lease_process VALUES (?1, 0) ON CONFLICT (id) DO NOTHING RETURNING id
            )
            SELECT id FROM added UNION ALL
            SELECT id FROM (SELECT id FROM lease_process WHERE id = ?1 FOR KEY SHARE) AS present
            """,
            in: connection
        )
        .exists(fence.process)
        // Another process has removed the row between the two parts of the statement.
        guard hasRow else { throw PostgresError.removedProcess }
    }

    /// Removes the rows of processes without leases, many of which have ended.
    ///
    /// The others join again. A row is locked before it is known for certain that its process has
    /// no lease.
    private func removeProcesses(on connection: any SQLConnection) throws {
        let isUnused = "NOT EXISTS (SELECT 1 FROM blob_lease WHERE holder = lease_process.id)"
        let ids = try Statement(
            "SELECT id FROM lease_process WHERE \(isUnused) LIMIT 1000 FOR UPDATE SKIP LOCKED",
            in: connection
        )
        .all { $0.data(0) }
        guard !ids.isEmpty else { return }
        try Statement("DELETE FROM lease_process WHERE id = ANY(?) AND \(isUnused)", in: connection)
            .run(BytesArray(ids))
    }
}

/// A row of `blob_lease`.
private struct LeaseRow {
    let id: BlobLease.ID
    let purpose: BlobLease.Purpose
    let holder: Data?

    /// Reads the columns `id`, `purpose` and `holder`, or returns `nil` for the lease of a later
    /// version.
    init?(_ row: ResultRow) {
        guard let purpose = BlobLease.Purpose(rawValue: row.text(1)) else { return nil }
        self.purpose = purpose
        id = UUID(row.data(0))
        holder = row.isNull(2) ? nil : row.data(2)
    }
}

extension Duration {
    /// The number of whole milliseconds.
    fileprivate var milliseconds: Int64 { Int64(self / .milliseconds(1)) }
}
#endif
