import Foundation
import TimelineCore
import TimelineRecords

extension ReadTransaction: RecordReader {
    func recordToken() throws -> [UInt8] {
        try statement("SELECT token FROM clock").first { Array($0.data(0)) } ?? []
    }

    func record(setting register: RecordRegister) throws -> VerifiedRecord? {
        try tables.record(setting: register)
    }

    func records(withIDs ids: Set<RecordID>) throws -> [VerifiedRecord] {
        try ids.compactMap { id in
            try statement("SELECT \(RecordColumns.sql) FROM record WHERE id = ?")
                .first(id, map: VerifiedRecord.init)
        }
    }

    func containsRecord(_ id: RecordID) throws -> Bool {
        try statement("SELECT 1 FROM record WHERE id = ?").exists(id)
    }

    func recordHeads(inScopes scopes: Set<RecordUserID>) throws -> [RecordHead] {
        try scopes.flatMap { scope in
            try statement("SELECT time, id, author FROM record WHERE scope = ?")
                .all(scope) { row in
                    guard let id = RecordID(bytes: row.data(1)),
                        let author = RecordUserID(bytes: row.data(2))
                    else { return nil as RecordHead? }
                    let time = UInt64(clamping: row.int64(0))
                    return RecordHead(
                        position: RecordPosition(milliseconds: time, id: id),
                        author: author
                    )
                }
                .compactMap(\.self)
        }
    }

    func records(addedAfter epoch: Int, limit: Int) throws -> [VerifiedRecord] {
        try statement("SELECT \(RecordColumns.sql) FROM record WHERE row >= ? LIMIT ?")
            .all(
                BatchCache.firstRecordRow(ofArrival: epoch + 1),
                max(0, limit),
                map: VerifiedRecord.init
            )
    }

    func recordAuthors(inScopes scopes: Set<RecordUserID>) throws -> Set<RecordUserID> {
        let authors = try scopes.flatMap { scope in
            try statement("SELECT DISTINCT author FROM record WHERE scope = ?")
                .all(scope) { RecordUserID(bytes: $0.data(0)) }
        }
        return Set(authors.compactMap(\.self))
    }

    /// Returns the blobs of the photos of posts with records.
    ///
    /// The key of a post's register is the byte 3, followed by the post's ID.
    func photoBlobs(inScopes scopes: Set<RecordUserID>) throws -> Set<BlobID> {
        var blobs: Set<BlobID> = []
        for scope in scopes {
            let pairs = try statement(
                """
                SELECT photo.blob, photo.preview_blob
                FROM record CROSS JOIN photo ON photo.post = substr(record.register, 2)
                WHERE record.scope = ? AND record.kind = \(RecordKind.postSet.rawValue)
                """
            )
            .all(scope) { [$0.blobID(0), $0.blobID(1)] }
            blobs.formUnion(pairs.joined().compactMap(\.self))
        }
        return blobs
    }

    /// Returns the records that introduce users: their keys and profiles, or that they have left.
    ///
    /// A partial index finds them, because the records of a user's scope may be many.
    func introductions(of users: Set<RecordUserID>) throws -> [VerifiedRecord] {
        try users.flatMap { user in
            try statement(
                """
                SELECT \(RecordColumns.sql) FROM record
                WHERE author = ? AND kind IN \(RecordColumns.introductions)
                """
            )
            .all(user, map: VerifiedRecord.init)
        }
    }

    func isEnded(_ key: KeyID, of user: RecordUserID) throws -> Bool {
        try statement(
            """
            SELECT 1 FROM signing_key
            WHERE user = ? AND key = ? AND NOT is_root AND last_stamp IS NOT NULL
            """
        )
        .exists(user, key)
    }

    func records(
        inScope scope: RecordUserID,
        below position: RecordPosition?,
        limit: Int
    ) throws -> [VerifiedRecord] {
        try statement(
            """
            SELECT \(RecordColumns.sql) FROM record
            WHERE scope = ?1 AND (time, id) < (?2, ?3)
                AND kind NOT IN \(RecordColumns.introductions)
            ORDER BY time DESC, id DESC LIMIT ?4
            """
        )
        .all(
            scope,
            position.map { Int64(clamping: $0.milliseconds) } ?? .max,
            Data(position?.id.bytes ?? []),
            max(0, limit),
            map: VerifiedRecord.init
        )
    }

    func replies(to post: RecordPushID) throws -> [VerifiedRecord] {
        try statement(
            """
            SELECT \(RecordColumns.sql) FROM record
            WHERE post = ? AND \(RecordColumns.concernsPost)
            """
        )
        .all(post, map: VerifiedRecord.init)
    }

    func replyCount(
        by author: RecordUserID,
        inScope scope: RecordUserID,
        times: Range<UInt64>
    ) throws -> Int {
        try statement(
            """
            SELECT count(*) FROM record
            WHERE author = ?1 AND scope = ?2 AND author <> scope AND time >= ?3 AND time < ?4
            """
        )
        .first(
            author,
            scope,
            Int64(clamping: times.lowerBound),
            Int64(clamping: times.upperBound)
        ) { $0.int(0) } ?? 0
    }

    func scopesOfReplies(by author: RecordUserID) throws -> Set<RecordUserID> {
        let scopes = try statement(
            "SELECT DISTINCT scope FROM record WHERE author = ? AND author <> scope"
        )
        .all(author) { RecordUserID(bytes: $0.data(0)) }
        return Set(scopes.compactMap(\.self))
    }

    func pendingReplyCount() throws -> Int {
        try statement("SELECT count(*) FROM waiting_record WHERE length(dependency) = 15")
            .first { $0.int(0) } ?? 0
    }

    /// Returns the users that a user follows, with one range of the registers.
    func usersFollowed(by user: RecordUserID) throws -> Set<RecordUserID> {
        let prefix = Data(RecordRegister.followPrefix(of: user))
        let end = prefix + Data(repeating: 0xff, count: RecordUserID.byteCount)
        let records = try statement(
            """
            SELECT \(RecordColumns.sql) FROM record
            WHERE register BETWEEN ? AND ? AND kind = \(RecordKind.followed.rawValue)
            """
        )
        .all(prefix, end, map: VerifiedRecord.init)
        return Set(
            records.compactMap { record in
                if case .followed(let followed) = record.body.content { followed } else { nil }
            }
        )
    }
}

extension SharedTables {
    /// Returns the live record that sets a register, or `nil` if none does.
    func record(setting register: RecordRegister) throws -> VerifiedRecord? {
        try statement("SELECT \(RecordColumns.sql) FROM record WHERE register = ?")
            .first(register, map: VerifiedRecord.init)
    }
}
