import Foundation
import TimelineCore

/// Writing of records, and of the shared data derived from them.
///
/// The shared data of users with keys is a projection of the live records. When a record leaves the
/// live set, its data is removed, unless another record sets the same register. A record whose user
/// or post has not arrived is live but has no effect until then; `waiting_record` lists it.
///
/// ``liveSet(of:)`` defines the live set. This extension adds one record at a time
/// to a live set, which has the same result if keys come first.
extension WriteTransaction {
    /// Adds verified records to the live records, and adapts the derived tables.
    ///
    /// - Parameter records: The records, in any order.
    /// - Returns: The highest stamp of the records.
    /// - Throws: A database error.
    func add(_ records: [VerifiedRecord]) throws -> PushID {
        var newest: [User.ID: PushID] = [:]
        for record in records {
            let (author, stamp) = (record.author, record.stamp)
            newest[author] = max(newest[author] ?? .min, stamp)
        }
        try removeReplaced()
        if connection.memory != nil {
            // Before the first write, these rows have been foreseen.
            for author in newest.keys { _ = try row(of: author) }
        }
        let sorted = Self.inOrder(records)
        // All parts of a revocation in the batch count before its lists are applied.
        let keys = sorted.prefix { Self.rank($0) <= RecordKind.keyRevoked.rank }
        for record in keys { try add(record) }
        for key in batch.changedRevocations { try removeVoidRecords(of: key) }
        batch.changedRevocations = []
        for record in sorted[keys.endIndex...] { try add(record) }
        try tables.raiseNewestStamps(to: newest)
        return newest.values.max() ?? .min
    }

    /// Returns records in the order in which they are added.
    static func inOrder(_ records: [VerifiedRecord]) -> [VerifiedRecord] {
        records.sorted { left, right in
            let (first, second) = (rank(left), rank(right))
            return first == second ? left < right : first < second
        }
    }

    private static func rank(_ record: VerifiedRecord) -> Int {
        record.content.kind?.rank ?? RecordKind.lastRank
    }

    /// Adds a record if it belongs to the live set, and removes those that it replaces.
    ///
    /// A damaged copy of the record gives way to it.
    private func add(_ record: VerifiedRecord) throws {
        let register = RecordRegister(of: record)
        let held = try held(record)
        if let held, try isIntact(held, as: record) { return }
        guard try isAllowed(record), try !isRemoved(record) else { return }
        if let held { try quarantine(held.rowID) }
        if let register, let former = try stored(register) {
            guard former.record < record else { return }
            try replace(former, with: record)
        }
        let stored = try insert(record, register)
        try addKeys(of: record)
        switch record.content {
        case .accountDeleted: try removeRecords(of: record.author)
        case .postDeleted(let post): try removeRecords(on: post.id)
        case .commentDeleted(let comment, _): try removeComment(comment.id, on: nil)
        case .commentHidden(let comment, let post):
            try removeComment(comment, on: post.id)
        case .keyAdded, .keyRevoked, .profileSet, .postSet, .commentAdded, .liked, .unliked,
            .followed, .unfollowed, .unknown:
            break
        }
        try project(stored)
    }

    /// Returns the row with the ID of a record, which may be damaged.
    private func held(_ record: VerifiedRecord) throws -> RecordRow? {
        try statement("SELECT \(RecordRow.columns) FROM record WHERE id = ?")
            .first(record.id, map: RecordRow.init)
    }

    /// Asks what ``add(_:)`` asks about a record before it writes.
    func ask(about record: VerifiedRecord) throws {
        _ = try row(of: record.author)
        _ = try held(record)
        _ = try signingKey(SigningKeyID(signing: record))
        if let register = RecordRegister(of: record) { _ = try stored(register) }
    }

    // MARK: The rules of the live set

    /// Returns whether a row with the ID of a record is not damaged.
    private func isIntact(_ row: RecordRow, as record: VerifiedRecord) throws -> Bool {
        if row.isCopy(of: record) { return true }
        // The author may have signed the same statement twice.
        guard let held = row.record else { return false }
        var keys = KeyDirectory()
        for key in try reader.introductions(of: [record.author], onlyKeys: true) {
            keys.insert(key)
        }
        // Any error means that the signature is damaged.
        return (try? keys.verify(held)) != nil
    }

    /// Returns whether a record's key was added, and whether its revocations, if any, leave the record
    /// live.
    private func isAllowed(_ record: VerifiedRecord) throws -> Bool {
        if case .keyAdded = record.content { return true }
        let id = SigningKeyID(signing: record)
        let key = try signingKey(id)
        guard key.isAdded else { return false }
        guard key.last != nil else { return true }
        return try revocations(of: id)?.allow(record.id, stamp: record.stamp) ?? true
    }

    /// Returns whether a record is not live because a user has deleted their account, or because a
    /// post or comment was deleted.
    private func isRemoved(_ record: VerifiedRecord) throws -> Bool {
        if batch.hasDeletedAccounts {
            if !record.content.isSignedByRoot, try hasDeletedAccount(record.author) { return true }
            if let home = record.home, try hasDeletedAccount(home) { return true }
        }
        guard let post = record.concernedPost, record.content.kind != .postDeleted else {
            return false
        }
        if batch.hasDeletedPosts, try isSet(.deletedPost(post)) { return true }
        guard case .commentAdded = record.content else { return false }
        let comment = Comment.ID(record.stamp)
        if try isSet(.deletedComment(comment)) { return true }
        return try isSet(.hiddenComment(comment, post: post))
    }

    private func hasDeletedAccount(_ user: User.ID) throws -> Bool {
        try isSet(.deletedAccount(user))
    }

    func isSet(_ register: RecordRegister) throws -> Bool {
        try statement("SELECT 1 FROM record WHERE \(connection.dialect.isRegister("?"))")
            .exists(register)
    }

    private func stored(_ register: RecordRegister) throws -> StoredRecord? {
        let found = try statement(
            "SELECT \(StoredRecord.columns) FROM record WHERE \(connection.dialect.isRegister("?"))"
        )
        .first(register) { (rowID: $0.int64(3), stored: StoredRecord($0)) }
        guard let found else { return nil }
        // Only one record can have the register, and a damaged one has no effect.
        if found.stored == nil { try quarantine(found.rowID) }
        return found.stored
    }

    /// Removes a record whose register another record sets.
    ///
    /// The data of the former record remains if the other one replaces it in place.
    private func replace(_ former: StoredRecord, with record: VerifiedRecord) throws {
        try deleteRecord(former)
        let isComment = record.content.kind == .commentAdded
        if isComment || former.record.author != record.author {
            try retract(former.record)
        }
    }

    // MARK: Rows

    private func insert(
        _ record: VerifiedRecord,
        _ register: RecordRegister?
    ) throws -> StoredRecord {
        batch.hasChangedRecords = true
        let row = try batch.nextRecordRow ?? firstRecordRow()
        batch.firstRecordRow = batch.firstRecordRow ?? row
        batch.nextRecordRow = row + 1
        var news =
            try arrivalOfDamaged(record.id)
            ?? StoredRecord.News(arrival: batch.arrival, notifies: source.notifies(record))
        if let former = register.flatMap({ batch.formerRecords[$0] }), record.repeats(former.record)
        {
            news = former.news
        }
        try statement(
            """
            INSERT INTO record
                (row, id, register, scope, author, kind, time, stamp, post, body, signature, arrival,
                is_news)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        .run(
            row,
            record.id,
            register,
            record.scope,
            record.author,
            Int64(clamping: record.content.kindNumber),
            Int64(clamping: record.stamp.milliseconds),
            record.stamp,
            record.concernedPost,
            Data(record.bodyBytes),
            Data(record.signature),
            news.arrival,
            news.notifies
        )
        return StoredRecord(record, rowID: row, news: news)
    }

    /// Returns the row ID of the first record of this batch.
    ///
    /// The highest one in use is lower, unless the previous batch had over a million records.
    private func firstRecordRow() throws -> Int64 {
        let first = BatchState.firstRecordRow(ofArrival: batch.arrival)
        // In PostgreSQL, no other transaction has this arrival number.
        guard connection.dialect == .sqlite else { return first }
        let newest = try statement("SELECT max(row) FROM record").first { $0.int64(0) } ?? 0
        return max(first, newest + 1)
    }

    /// Moves a record that cannot be read or verified to `damaged_record`, where it has no effect.
    ///
    /// Sync and archives then bring an intact copy, because the store does not hold the record.
    func quarantine(_ rowID: Int64) throws {
        batch.hasDamagedRecords = true
        try statement(
            """
            INSERT INTO damaged_record (id, body, signature, arrival, is_news)
            SELECT id, body, signature, arrival, CASE WHEN is_news THEN 1 ELSE 0 END
            FROM record WHERE row = ?
            """
        )
        .run(rowID)
        try deleteRecord(rowID: rowID)
    }

    /// Deletes the damaged copy of a record, and returns its arrival, or `nil` if there is none.
    private func arrivalOfDamaged(_ id: RecordID) throws -> StoredRecord.News? {
        guard batch.hasDamagedRecords else { return nil }
        let news = try statement(
            "DELETE FROM damaged_record WHERE id = ? RETURNING arrival, is_news"
        )
        .first(id) { StoredRecord.News(arrival: $0.int(0), notifies: $0.bool(1)) }
        if news != nil { batch.hasRestoredDamagedRecords = true }
        return news
    }

    /// Deletes the row of a record whose register another record of the batch may set.
    func deleteRecord(_ stored: StoredRecord) throws {
        try deleteRecord(rowID: stored.rowID)
        // What counts is the record before the batch.
        if batch.firstRecordRow.map({ stored.rowID < $0 }) ?? true,
            let register = RecordRegister(of: stored.record)
        {
            batch.formerRecords[register] = stored
        }
    }

    /// Deletes a record's row, but not the data derived from it.
    func deleteRecord(rowID: Int64) throws {
        batch.hasChangedRecords = true
        try statement("DELETE FROM record WHERE row = ?").run(rowID)
        guard batch.hasWaitingRecords else { return }
        try statement("DELETE FROM waiting_record WHERE record = ?").run(rowID)
    }

    // MARK: Keys

    private func signingKey(_ id: SigningKeyID) throws -> BatchState.SigningKeyState {
        if let known = batch.signingKeys[id] { return known }
        let stored = try statement(
            """
            SELECT is_added, last_stamp FROM signing_key WHERE user = ? AND key = ? AND is_root = ?
            """
        )
        .first(id.user, id.key, id.isRoot) { row in
            BatchState.SigningKeyState(isAdded: row.bool(0), last: row.optionalPushID(1))
        }
        let state = stored ?? BatchState.SigningKeyState(isAdded: false, last: nil)
        batch.signingKeys[id] = state
        return state
    }

    private func write(_ state: BatchState.SigningKeyState, _ id: SigningKeyID) throws {
        batch.signingKeys[id] = state
        try statement(
            """
            INSERT INTO signing_key VALUES (?, ?, ?, ?, ?) ON CONFLICT (user, key, is_root)
            DO UPDATE SET is_added = excluded.is_added, last_stamp = excluded.last_stamp
            """
        )
        .run(id.user, id.key, id.isRoot, state.isAdded, state.last)
    }

    /// Notes the keys that a record adds or revokes.
    func addKeys(of record: VerifiedRecord) throws {
        switch record.content {
        case .keyAdded(let certificate): try add(certificate, of: record.author)
        case .keyRevoked(let part): try add(part, of: record.author)
        default: break
        }
    }

    private func add(_ certificate: DeviceCertificate, of user: User.ID) throws {
        let keys = [(certificate.root.id, true), (certificate.device.id, false)]
        for (key, isRoot) in keys {
            let id = SigningKeyID(user: user, key: key, isRoot: isRoot)
            var state = try signingKey(id)
            state.isAdded = true
            try write(state, id)
        }
    }

    /// Notes that a key was added, and returns whether no record says so.
    ///
    /// The store holds records of the key, so the one that adds it was there, but it is damaged.
    func addMissingKey(_ id: SigningKeyID) throws -> Bool {
        var key = try signingKey(id)
        guard !key.isAdded else { return false }
        key.isAdded = true
        try write(key, id)
        return true
    }

    /// Adds a part of the revocation of a device key.
    ///
    /// ``removeVoidRecords(of:)`` then applies it.
    private func add(_ part: KeyRevocation, of user: User.ID) throws {
        let id = SigningKeyID(user: user, key: part.key, isRoot: false)
        var state = try signingKey(id)
        state.last = min(part.last, state.last ?? .max)
        try write(state, id)
        batch.revocations[id] = nil
        batch.changedRevocations.insert(id)
    }

    /// Returns what the revocations of a device key leave live, or `nil` if there are none.
    ///
    /// Their lists may be long, so they are read at most once per transaction, and only if they are
    /// needed.
    private func revocations(of key: SigningKeyID) throws -> KeyRevocations? {
        if let known = batch.revocations[key] { return known }
        let parts = try statement(
            """
            SELECT \(RecordColumns.sql) FROM record
            WHERE author = ? AND kind IN \(RecordColumns.introductions)
                AND kind = \(RecordKind.keyRevoked.rawValue)
            """
        )
        .all(key.user, map: VerifiedRecord.init)
        .compactMap { record -> KeyRevocation? in
            guard case .keyRevoked(let part) = record.content, part.key == key.key else {
                return nil
            }
            return part
        }
        let revocations = KeyRevocations(parts)
        batch.revocations[key] = revocations
        return revocations
    }

    /// Removes the records of a revoked device key that its revocations do not leave live.
    private func removeVoidRecords(of key: SigningKeyID) throws {
        guard let revocations = try revocations(of: key) else { return }
        let signed = try statement(
            """
            SELECT row, id, stamp FROM record
            WHERE scope = ?1 AND author = ?1 AND \(RecordColumns.keyID) = ?2
            UNION ALL
            SELECT row, id, stamp FROM record
            WHERE author = ?1 AND author <> scope AND \(RecordColumns.keyID) = ?2
            """
        )
        .all(key.user, key.key) { row in
            (rowID: row.int64(0), id: RecordID(bytes: row.data(1)), stamp: row.pushID(2))
        }
        var void: [StoredRecord] = []
        for entry in signed {
            guard let id = entry.id, !revocations.allow(id, stamp: entry.stamp),
                let stored = try statement(
                    "SELECT \(StoredRecord.columns) FROM record WHERE row = ?"
                )
                .first(entry.rowID, map: StoredRecord.init) ?? nil,
                !stored.record.content.isSignedByRoot
            else { continue }
            void.append(stored)
            try deleteRecord(stored)
        }
        for stored in void.sorted(by: { $0.record < $1.record }) { try retract(stored.record) }
    }
}

extension RecordKind {
    /// The position in the order in which a batch adds records: keys added, keys revoked, accounts
    /// deleted, profiles, and everything else.
    var rank: Int {
        switch self {
        case .keyAdded: 0
        case .keyRevoked: 1
        case .accountDeleted: 2
        case .profileSet: 3
        case .postSet, .postDeleted, .commentAdded, .commentDeleted, .commentHidden, .liked,
            .unliked, .followed, .unfollowed:
            Self.lastRank
        }
    }

    /// The rank of the kinds that do not introduce their author, and of unknown ones.
    fileprivate static let lastRank = 4
}

extension VerifiedRecord {
    /// Returns whether the record says again what a former record of its register said, or edits it.
    fileprivate func repeats(_ former: VerifiedRecord) -> Bool {
        author == former.author && content.kind == former.content.kind
    }
}
