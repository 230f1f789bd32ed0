import Foundation
import TimelineCore

extension ReadTransaction: RecordReader {
    func recordToken() throws -> [UInt8] {
        try tables.recordToken()
    }

    func record(setting register: RecordRegister) throws -> VerifiedRecord? {
        try tables.record(setting: register)
    }

    func records(withIDs ids: Set<RecordID>) throws -> [VerifiedRecord] {
        try ids.compactMap { id in
            try statement("SELECT \(RecordColumns.sql) FROM record WHERE id = ?")
                .first(id, map: VerifiedRecord.init) ?? nil
        }
    }

    /// Calls `body` with every live record, in ascending order of their positions.
    ///
    /// SQLite sorts one short row per record, in temporary files if necessary. A record is read only
    /// when it is passed to `body`.
    func forEachRecord(_ body: (VerifiedRecord) throws -> Void) throws {
        try statement("SELECT row FROM record ORDER BY time, id")
            .scan { row in
                let record = try statement("SELECT \(RecordColumns.sql) FROM record WHERE row = ?")
                    .first(row.int64(0), map: VerifiedRecord.init)
                if let record = record ?? nil { try body(record) }
                return true
            }
    }

    func recordHeads(
        inScopes scopes: Set<User.ID>,
        onlyDeletions isDeletion: Bool
    ) throws -> [RecordHead] {
        let condition = isDeletion ? "AND kind IN \(RecordColumns.deletions)" : ""
        return try scopes.flatMap { scope in
            try statement("SELECT time, id, author FROM record WHERE scope = ? \(condition)")
                .all(scope, map: RecordHead.init(_:))
        }
    }

    /// Returns the users of whom deletions may concern the store.
    ///
    /// It seeks the next scope in the index, because a scope may have many records.
    func heldUsers(outside scopes: Set<User.ID>) throws -> Set<User.ID> {
        let held = try statement(
            """
            WITH RECURSIVE scopes (scope) AS (
                SELECT (SELECT scope FROM record ORDER BY scope LIMIT 1)
                UNION ALL
                SELECT (
                    SELECT record.scope FROM record WHERE record.scope > scopes.scope
                    ORDER BY record.scope LIMIT 1
                )
                FROM scopes WHERE scopes.scope IS NOT NULL
            )
            SELECT scope FROM scopes WHERE EXISTS (
                SELECT 1 FROM record
                WHERE record.scope = scopes.scope AND \(RecordColumns.concernsDeletions)
            )
            """
        )
        .all { User.ID(bytes: $0.data(0)) }
        let others = Set(held).subtracting(scopes)
        let authors = try others.flatMap { scope in
            try statement(
                """
                SELECT DISTINCT author FROM record
                WHERE scope = ? AND \(RecordColumns.concernsDeletions)
                """
            )
            .all(scope) { User.ID(bytes: $0.data(0)) }
        }
        return others.union(authors).subtracting(scopes)
    }

    func records(addedIn epochs: ClosedRange<Int>, limit: Int) throws -> [VerifiedRecord] {
        let now = try epoch()
        guard epochs.lowerBound <= now else { return [] }
        return
            try statement(
                "SELECT \(RecordColumns.sql) FROM record WHERE row >= ? AND row < ? LIMIT ?"
            )
            .all(
                BatchState.firstRecordRow(ofArrival: epochs.lowerBound),
                BatchState.firstRecordRow(ofArrival: min(epochs.upperBound, now) + 1),
                max(0, limit),
                map: VerifiedRecord.init
            )
    }

    func blobReferences(of authors: Set<User.ID>) throws -> [BlobReference] {
        let posts = try authors.flatMap { author in
            try statement(
                """
                SELECT photo.blob, photo.byte_count, photo.preview_blob, photo.preview_byte_count,
                    post.id
                FROM post CROSS JOIN photo ON photo.post = post.id
                WHERE post.author = (SELECT id FROM user WHERE uuid = ?)
                """
            )
            .all(author) { BlobReference.references($0, author, $0.pushID(4)) }
        }
        let avatars = try statement(
            """
            SELECT avatar_blob, avatar_byte_count, avatar_preview_blob, avatar_preview_byte_count,
                uuid, avatar_stamp
            FROM user WHERE avatar_blob IS NOT NULL
            """
        )
        .all { BlobReference.references($0, $0.userID(4), $0.pushID(5)) }
        return (posts + avatars).flatMap(\.self)
    }

    /// Returns the records that introduce users: their keys and profiles, or that they have deleted
    /// their account.
    ///
    /// A partial index finds them, because the records of a user's scope may be many.
    func introductions(
        of users: Set<User.ID>,
        onlyKeys isKey: Bool
    ) throws -> [VerifiedRecord] {
        let condition = isKey ? "AND kind = \(RecordKind.keyAdded.rawValue)" : ""
        return try users.flatMap { user in
            try statement(
                """
                SELECT \(RecordColumns.sql) FROM record
                WHERE author = ? AND kind IN \(RecordColumns.introductions) \(condition)
                """
            )
            .all(user, map: VerifiedRecord.init)
        }
    }

    func isRevoked(_ key: KeyID, of user: User.ID) throws -> Bool {
        try statement(
            """
            SELECT 1 FROM signing_key
            WHERE user = ? AND key = ? AND NOT is_root AND last_stamp IS NOT NULL
            """
        )
        .exists(user, key)
    }

    func records(
        inScope scope: User.ID,
        below position: RecordPosition?,
        limit: Int
    ) throws -> [VerifiedRecord] {
        // Without `LIMIT`, because damaged records do not count.
        var records: [VerifiedRecord] = []
        try statement(
            """
            SELECT \(RecordColumns.sql) FROM record
            WHERE scope = ?1 AND (time, id) < (?2, ?3)
                AND kind NOT IN \(RecordColumns.introductions)
            ORDER BY time DESC, id DESC
            """
        )
        .scan(
            scope,
            position.map { Int64(clamping: $0.milliseconds) } ?? .max,
            Data(position?.id.bytes ?? [])
        ) { row in
            guard records.count < limit else { return false }
            if let record = VerifiedRecord(row) { records.append(record) }
            return records.count < limit
        }
        return records
    }

    func replies(to post: Post.ID) throws -> [VerifiedRecord] {
        try statement(
            """
            SELECT \(RecordColumns.sql) FROM record
            WHERE post = ? AND \(RecordColumns.concernsPost)
            """
        )
        .all(post, map: VerifiedRecord.init)
    }

    func replyCount(
        by author: User.ID,
        inScope scope: User.ID,
        times: Range<UInt64>
    ) throws -> Int {
        let replies = try statement(
            """
            SELECT count(*) FROM record
            WHERE author = ?1 AND scope = ?2 AND author <> scope AND time >= ?3 AND time < ?4
                AND kind NOT IN \(RecordColumns.removedReplies)
            """
        )
        .first(
            author,
            scope,
            Int64(clamping: times.lowerBound),
            Int64(clamping: times.upperBound)
        ) { $0.int(0) }
        guard let last = times.last else { return replies ?? 0 }
        let (lower, upper) = (
            min(times.lowerBound, PushID.maximumMilliseconds),
            min(last, PushID.maximumMilliseconds)
        )
        // The unary plus makes SQLite use the index of registers.
        let deleted = try statement(
            """
            SELECT count(*) FROM record
            WHERE register BETWEEN ?3 AND ?4
                AND +author = ?1 AND +scope = ?2 AND author <> scope
            """
        )
        .first(
            author,
            scope,
            RecordRegister.deletedComment(
                Comment.ID(PushID(milliseconds: lower, bits: (0, 0)))
            ),
            RecordRegister.deletedComment(
                Comment.ID(PushID(milliseconds: upper, bits: (.max, .max)))
            )
        ) { $0.int(0) }
        return (replies ?? 0) + (deleted ?? 0)
    }

    func scopesOfReplies(by author: User.ID) throws -> Set<User.ID> {
        let scopes = try statement(
            "SELECT DISTINCT scope FROM record WHERE author = ? AND author <> scope"
        )
        .all(author) { User.ID(bytes: $0.data(0)) }
        return Set(scopes)
    }

    func pendingReplyCount() throws -> Int {
        try statement("SELECT count(*) FROM waiting_record WHERE length(dependency) = 15")
            .first { $0.int(0) } ?? 0
    }

    /// Returns the records that follow a user or stop following them.
    ///
    /// The keys of the follow registers of all users, and of each of them, are one range of their
    /// index, which is read without the records themselves. Each ends with the ID of the followed
    /// user.
    func follows(
        by follower: User.ID?,
        of followed: User.ID?
    ) throws -> [VerifiedRecord] {
        let start = Data(
            follower.map(RecordRegister.followPrefix(of:)) ?? RecordRegister.followPrefix
        )
        let end = start + Data(repeating: 0xff, count: 2 * User.ID.byteCount)
        return try statement(
            """
            SELECT \(RecordColumns.sql) FROM record
            WHERE register BETWEEN ?1 AND ?2 AND (CAST(?3 AS BLOB) IS NULL OR substr(register, length(register) - 15) = ?3)
            """
        )
        .all(start, end, followed, map: VerifiedRecord.init)
    }
}

extension SharedTables {
    /// Returns the live record that sets a register, or `nil` if none does.
    func record(setting register: RecordRegister) throws -> VerifiedRecord? {
        try statement(
            "SELECT \(RecordColumns.sql) FROM record WHERE \(connection.dialect.isRegister("?"))"
        )
        .first(register, map: VerifiedRecord.init) ?? nil
    }
}

extension BlobReference {
    /// Returns the references of a photo whose blobs and sizes are the first four columns.
    fileprivate static func references(
        _ row: ResultRow,
        _ author: User.ID,
        _ stamp: PushID
    ) -> [BlobReference] {
        guard let blob = row.blobID(0) else { return [] }
        return references(
            to: (blob, row.int(1)),
            preview: row.blobID(2).map { ($0, row.int(3)) },
            author: author,
            milliseconds: stamp.milliseconds
        )
    }
}

extension RecordHead {
    /// Reads the time, the ID and the author of a record.
    fileprivate init?(_ row: ResultRow) {
        guard let id = RecordID(bytes: row.data(1)), let author = User.ID(bytes: row.data(2))
        else { return nil }
        let time = UInt64(clamping: row.int64(0))
        self.init(position: RecordPosition(milliseconds: time, id: id), author: author)
    }
}
