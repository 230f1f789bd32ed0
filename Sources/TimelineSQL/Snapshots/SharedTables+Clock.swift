import Foundation
import TimelineCore

/// The order in which batches arrive.
///
/// In SQLite, one row counts the batches of the store, because only one transaction writes at a time.
///
/// In PostgreSQL, many transactions write at once, and a row that all of them update would make them
/// wait for each other (decision 76). A batch has the number of its transaction instead, which
/// PostgreSQL assigns anyway, and adds a row to `batch`. The epoch of a snapshot is the highest batch
/// below all transactions that were running: everything up to it is in the snapshot, and whatever is
/// not in the snapshot arrives after it. `clock.base` is added to the numbers, so that they continue
/// in a database to which a store was copied.
extension SharedTables {
    /// An SQL expression for the arrival number of the batch that this transaction writes.
    var arrivalSQL: String {
        switch connection.dialect {
        case .sqlite: "(SELECT epoch + 1 FROM clock)"
        case .postgres:
            "(SELECT base + CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT) FROM clock)"
        }
    }

    /// An SQL expression for the epoch for which a cache is valid, given the row `c` of `clock`.
    var cacheEpochSQL: String { connection.dialect == .sqlite ? "c.epoch" : "0" }

    /// Returns the arrival number of the batch that this transaction writes.
    func arrival() throws -> Int {
        try statement("SELECT \(arrivalSQL)").first { $0.int(0) } ?? 0
    }

    /// An SQL expression for the arrival number below which all batches are in the snapshot.
    private static let settledSQL = """
        (SELECT base FROM clock)
            + CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT)
        """

    /// Returns the epoch of a snapshot in PostgreSQL.
    func settledEpoch() throws -> Int { try epoch(where: "TRUE") }

    private func epoch(where condition: String) throws -> Int {
        let epoch = try statement(
            """
            SELECT arrival FROM batch WHERE \(condition) AND arrival < \(Self.settledSQL)
            ORDER BY arrival DESC LIMIT 1
            """
        )
        .first { $0.int(0) }
        return epoch ?? 0
    }

    /// Ends a batch: advances the epoch, and raises the newest stamp.
    ///
    /// - Parameters:
    ///   - arrival: The arrival number of the batch.
    ///   - newest: The newest stamp in the batch.
    ///   - hasChangedRecords: Whether records were added or removed.
    /// - Throws: A database error.
    func endBatch(arrival: Int, newest: PushID, hasChangedRecords: Bool) throws {
        switch connection.dialect {
        case .sqlite:
            try statement(
                """
                UPDATE clock SET newest = max(newest, ?), epoch = epoch + 1,
                    token = iif(?, randomblob(16), token)
                """
            )
            .run(newest, hasChangedRecords)
        case .postgres:
            try statement(
                """
                INSERT INTO batch VALUES (?, ?, ?) ON CONFLICT (arrival) DO UPDATE SET
                    has_records = batch.has_records OR excluded.has_records,
                    newest = greatest(batch.newest, excluded.newest)
                """
            )
            .run(arrival, hasChangedRecords, newest)
        }
    }

    /// Deletes batches that neither an epoch nor a token needs any more.
    package func deleteOldBatches() throws {
        try statement(
            """
            DELETE FROM batch WHERE newest < (SELECT newest FROM batch ORDER BY newest DESC LIMIT 1)
                AND arrival < (
                    SELECT arrival FROM batch WHERE has_records AND arrival < \(Self.settledSQL)
                    ORDER BY arrival DESC LIMIT 1 OFFSET 1000
                )
            """
        )
        .run()
    }

    /// Returns the newest stamp of all users.
    ///
    /// - Throws: A database error.
    func newestStamp() throws -> PushID {
        switch connection.dialect {
        case .sqlite: try statement("SELECT newest FROM clock").first { $0.pushID(0) } ?? .min
        case .postgres:
            try statement("SELECT newest FROM batch ORDER BY newest DESC LIMIT 1")
                .first { $0.pushID(0) } ?? .min
        }
    }

    /// Lowers the newest stamp of the store to that of its users.
    func recomputeNewestStamp() throws {
        switch connection.dialect {
        case .sqlite:
            try statement(
                "UPDATE clock SET newest = ifnull((SELECT max(newest_stamp) FROM user), zeroblob(15))"
            )
            .run()
        case .postgres:
            let newest =
                try statement("SELECT newest_stamp FROM user ORDER BY newest_stamp DESC LIMIT 1")
                .first { $0.pushID(0) } ?? .min
            try statement("UPDATE batch SET newest = ?1 WHERE newest > ?1").run(newest)
        }
    }

    /// Makes the arrival numbers in PostgreSQL continue in a database to which another program has copied
    /// the store, and whose transactions have lower numbers.
    package func raiseClock() throws {
        let next = "CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS TEXT) AS BIGINT)"
        let isBehind = try statement(
            "SELECT 1 FROM clock WHERE base + \(next) <= \(Self.highestSQL)"
        )
        .exists()
        if isBehind { try repairClock(epoch: 0) }
    }

    /// An SQL expression for the highest number of a batch, or part of a row ID, in PostgreSQL.
    private static let highestSQL = """
        greatest(
            (SELECT coalesce(max(row), 0) >> 20 FROM record),
            (SELECT coalesce(max(arrival), 0) FROM batch)
        )
        """

    /// Makes the counters of the store fit its records, apart from the newest stamps of users.
    ///
    /// - Parameter epoch: The highest arrival number of a record.
    /// - Throws: A database error.
    func repairClock(epoch: Int64) throws {
        switch connection.dialect {
        case .sqlite:
            try statement("UPDATE clock SET epoch = max(epoch, ?)").run(epoch)
        case .postgres:
            let number = "CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT)"
            try statement(
                """
                UPDATE clock SET base = greatest(
                    base,
                    1 - \(number) + greatest(?, \(Self.highestSQL))
                )
                """
            )
            .run(epoch)
            try statement(
                """
                INSERT INTO batch SELECT base + \(number), TRUE, u.newest_stamp
                FROM clock, user u ORDER BY u.newest_stamp DESC LIMIT 1
                """
            )
            .run()
        }
        try recomputeNewestStamp()
    }

    /// Returns a value that differs between snapshots with different records.
    ///
    /// In PostgreSQL, it consists of all batches with records in the snapshot, of which the ones below
    /// all running transactions are the same for all later snapshots.
    func recordToken() throws -> [UInt8] {
        switch connection.dialect {
        case .sqlite:
            return try statement("SELECT token FROM clock").first { Array($0.data(0)) } ?? []
        case .postgres:
            let settled = try epoch(where: "has_records")
            let batches = try statement(
                "SELECT arrival FROM batch WHERE arrival >= ? AND has_records"
            )
            .all(settled) { $0.text(0) }
            let base = try statement("SELECT token FROM clock").first { Array($0.data(0)) } ?? []
            let text = batches.sorted().joined(separator: ",")
            return Array(BlobID(of: Data(base + Array(text.utf8))).bytes.prefix(16))
        }
    }
}
