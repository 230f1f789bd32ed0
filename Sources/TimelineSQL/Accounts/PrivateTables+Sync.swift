import Foundation
import TimelineCore

/// Access to peer lists, each of which is one range of the index.
extension PrivateTables {
    func peers(of user: User.ID) throws -> [StoredPeer] {
        try statement(
            """
            SELECT user, target, name, changed_at, invitation, box, is_removed FROM peer
            WHERE owner = ?
            """
        )
        .all(user) { row in
            var peer = StoredPeer(
                user: User.ID(bytes: row.data(0)),
                target: row.optionalText(1),
                name: row.optionalText(2),
                milliseconds: UInt64(max(0, row.int64(3)))
            )
            peer.invitation = SyncToken(bytes: row.data(4))
            peer.box = EncryptionKey(bytes: row.data(5))
            peer.isRemoved = row.bool(6)
            return peer
        }
    }

    func save(_ peer: StoredPeer, of user: User.ID) throws {
        try statement(
            """
            INSERT INTO peer VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (owner, coalesce(user, x''), coalesce(target, '')) DO UPDATE SET
                name = excluded.name, changed_at = excluded.changed_at,
                invitation = excluded.invitation, box = excluded.box,
                is_removed = excluded.is_removed
            """
        )
        .run(
            user,
            peer.user,
            peer.target,
            peer.name,
            Int64(clamping: peer.milliseconds),
            peer.invitation.map { Data($0.bytes) },
            peer.box.map { Data($0.bytes) },
            peer.isRemoved
        )
    }
}

/// Access to the rejections of sync, of which there may be over a million.
extension PrivateTables {
    /// Returns rejections, with one range of the primary key or of an index, in its order.
    func rejections(
        _ selection: RejectedRecord.Selection,
        limit: Int
    ) throws -> [RejectedRecord] {
        try statement(
            """
            SELECT record, time, key, scope, reason, author FROM rejection
            WHERE \(selection.condition) ORDER BY scope, reason, author, time, record LIMIT ?
            """
        )
        .all(selection, max(0, limit)) { RejectedRecord($0) }
    }

    /// Returns the numbers that triggers maintain.
    func rejectionCounts(by author: User.ID?) throws -> [RejectionReason: Int] {
        var counts: [RejectionReason: Int] = [:]
        try statement("SELECT reason, count FROM rejection_count WHERE author = ?")
            .forEach(Data(author?.bytes ?? [])) { row in
                guard let reason = RejectionReason(rawValue: row.int(0)) else { return }
                counts[reason] = row.int(1)
            }
        return counts
    }

    /// Returns the sources of all rejections, with one pass over the index.
    func rejectionSources() throws -> Set<RejectedRecord.Source> {
        Set(
            try statement("SELECT DISTINCT scope, reason, author FROM rejection")
                .all { RejectedRecord.Source($0, from: 0) }
        )
    }

    func insert(_ rejection: RejectedRecord) throws -> Bool {
        let inserted = try statement(
            "INSERT INTO rejection VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (record) DO NOTHING"
        )
        .runCounting(
            rejection.position.id,
            rejection.source,
            Int64(clamping: rejection.position.milliseconds),
            rejection.key
        )
        guard inserted > 0 else { return false }
        let (author, reason) = (rejection.source.author, rejection.source.reason)
        try statement(
            """
            INSERT INTO rejection_count VALUES (x'', ?2, 1), (?1, ?2, 1)
            ON CONFLICT (author, reason) DO UPDATE SET count = rejection_count.count + 1
            """
        )
        .run(author, reason.rawValue)
        return true
    }

    func deleteRejections(_ selection: RejectedRecord.Selection) throws {
        var deleted: [RejectedRecord.Source: Int] = [:]
        try statement(
            "DELETE FROM rejection WHERE \(selection.condition) RETURNING scope, reason, author"
        )
        .forEach(selection) { row in
            if let source = RejectedRecord.Source(row, from: 0) { deleted[source, default: 0] += 1 }
        }
        let counts = "WHERE author IN (x'', ?1) AND reason = ?2"
        for (source, count) in deleted {
            try statement("UPDATE rejection_count SET count = count - ?3 \(counts)")
                .run(source.author, source.reason.rawValue, count)
            try statement("DELETE FROM rejection_count \(counts) AND count = 0")
                .run(source.author, source.reason.rawValue)
        }
    }
}

extension RejectedRecord.Selection: StatementArgument {
    /// The condition, whose parameters ``bind(to:)`` fills.
    fileprivate var condition: String {
        switch self {
        case .record: "record = ?"
        case .scope: "scope = ?"
        case .source: "scope = ? AND reason = ? AND author = ?"
        case .signed: "author = ? AND key = ?"
        }
    }

    package func bind(to parameters: any StatementParameters) {
        switch self {
        case .record(let record): record.bind(to: parameters)
        case .scope(let scope): scope.bind(to: parameters)
        case .source(let source): source.bind(to: parameters)
        case .signed(let author, let key):
            author.bind(to: parameters)
            key.bind(to: parameters)
        }
    }
}

extension RejectedRecord.Source: StatementArgument {
    /// Binds three parameters: the scope, the reason and the author.
    package func bind(to parameters: any StatementParameters) {
        scope.bind(to: parameters)
        reason.rawValue.bind(to: parameters)
        author.bind(to: parameters)
    }

    /// Reads the three columns that start at `column`.
    fileprivate init?(_ row: ResultRow, from column: Int32) {
        guard let reason = RejectionReason(rawValue: row.int(column + 1)) else { return nil }
        self.init(scope: row.userID(column), author: row.userID(column + 2), reason: reason)
    }
}

extension RejectedRecord {
    fileprivate init?(_ row: ResultRow) {
        guard let id = RecordID(bytes: row.data(0)), let key = KeyID(bytes: row.data(2)),
            let source = Source(row, from: 3)
        else { return nil }
        let position = RecordPosition(milliseconds: UInt64(max(0, row.int64(1))), id: id)
        self.init(position: position, key: key, source: source)
    }
}

/// Access to the marks of blobs, by look-ups and ranges of the primary key.
extension PrivateTables {
    func time(of mark: BlobMark, on blob: BlobID) throws -> UInt64? {
        try statement("SELECT time FROM blob_mark WHERE mark = ? AND blob = ?")
            .first(mark.rawValue, blob) { UInt64(max(0, $0.int64(0))) }
    }

    func blobs(marked mark: BlobMark) throws -> [BlobID: UInt64] {
        var blobs: [BlobID: UInt64] = [:]
        try statement("SELECT blob, time FROM blob_mark WHERE mark = ?")
            .forEach(mark.rawValue) { row in
                guard let blob = row.blobID(0) else { return }
                blobs[blob] = UInt64(max(0, row.int64(1)))
            }
        return blobs
    }

    func setTime(_ time: UInt64?, of mark: BlobMark, on blob: BlobID) throws {
        guard let time else {
            try statement("DELETE FROM blob_mark WHERE mark = ? AND blob = ?")
                .run(mark.rawValue, blob)
            return
        }
        try statement(
            """
            INSERT INTO blob_mark VALUES (?, ?, ?)
            ON CONFLICT (mark, blob) DO UPDATE SET time = excluded.time
            """
        )
        .run(mark.rawValue, blob, Int64(clamping: time))
    }
}
