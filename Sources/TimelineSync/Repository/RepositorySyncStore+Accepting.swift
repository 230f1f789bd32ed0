package import TimelineCore

extension RepositorySyncStore {
    /// Verifies encoded records with the keys in the store and in the records themselves.
    package func verify(
        _ encodings: [[UInt8]]
    ) throws(SyncError) -> [Result<VerifiedRecord, RecordError>] {
        let authors = Set(encodings.compactMap { User.ID(authorOf: $0) })
        var keys = KeyDirectory()
        for record in try keyRecords(of: authors) { keys.insert(record) }
        return keys.verify(encoded: encodings)
    }

    /// Returns the users from whom nothing is accepted.
    package func blockedUsers() throws(SyncError) -> Set<User.ID> {
        try reading { _, accounts in try accounts.blockedUsers() }
    }

    /// Returns the users who have a say about the clocks.
    package func clockVoters() throws(SyncError) -> Set<User.ID> {
        try reading { social, accounts in try accounts.clockVoters(social) }
    }

    /// Returns the time of the oldest posts by others that the store accepts.
    package func oldestPostTime() throws(SyncError) -> UInt64 {
        try reading { _, accounts in try accounts.storageLimits().oldestPost ?? 0 }
    }

    /// Returns the number of replies that an author wrote in a scope on a given day.
    package func replyCount(
        by author: User.ID,
        in scope: User.ID,
        day: UInt64
    ) throws(SyncError) -> Int {
        let length: UInt64 = 86_400_000
        return try reading { social, _ in
            try social.replyCount(
                by: author,
                inScope: scope,
                times: day * length..<(day + 1) * length
            )
        }
    }

    /// Returns the number of live replies to posts that the store does not hold.
    package func pendingCount() throws(SyncError) -> Int {
        try reading { social, _ in try social.pendingReplyCount() }
    }

    /// Returns the numbers of stored rejections that limits apply to.
    package func rejectionCounts() throws(SyncError) -> RejectionCounts {
        try reading { social, accounts in
            try accounts.rejectionCounts(wanting: accounts.scopes(social))
        }
    }

    /// Returns whether a live record adds or edits a post.
    package func containsPost(
        _ post: Post.ID,
        by author: User.ID
    ) throws(SyncError) -> Bool {
        try reading { social, _ in
            try social.record(setting: .post(post))?.author == author
        }
    }

    /// Returns whether an author has a live reply in a wanted scope, follows a user of the store or
    /// has stopped following them, or is one of the ``heldUsers()``.
    package func needsIntroductions(of author: User.ID) throws(SyncError) -> Bool {
        try reading { social, accounts in
            let follows = try accounts.keyedUsers()
                .contains { user in
                    try social.record(setting: .follow(author, of: user)) != nil
                }
            if follows { return true }
            let scopes = try accounts.scopes(social)
            if try !social.scopesOfReplies(by: author).isDisjoint(with: scopes) { return true }
            return try heldUsers(outside: scopes, social).contains(author)
        }
    }

    /// Returns those of the given IDs that belong to live records or rejections.
    package func known(_ ids: Set<RecordID>) throws(SyncError) -> Set<RecordID> {
        try reading { social, accounts in
            let hasRejections = try accounts.hasRejections
            return try ids.filter { id in
                try social.containsRecord(id)
                    || hasRejections
                        && accounts.rejections(.record(id), limit: 1)
                            .contains { $0.source.reason != .notHeld }
            }
        }
    }

    /// Commits a batch, and marks the blobs that its records reference and that are absent.
    package func commit(_ batch: SyncBatch) throws(SyncError) -> Set<RecordID> {
        guard !batch.isEmpty else { return [] }
        let live = try translating {
            let references = Set(batch.accepted.flatMap(\.blobs))
            let peer = state.withLock(\.peer)
            try reserving(references) { lacked in
                try engine.accept(
                    batch.accepted,
                    firstSyncs: { try $1.firstSyncs(of: batch.accepted, $0) },
                    rejecting: { [engine] in try $1.addUnusable($0, engine.environment) }
                ) { social, accounts in
                    // The commit follows the snapshot that it is based on.
                    let arrival = try social.epoch() + 1
                    state.withLock { _ = $0.arrivals.insert(arrival) }
                    if try social.containsForeign(batch.accepted, of: user, device) {
                        try accounts.markDeviceKey(of: user, as: .reused)
                    }
                    try accounts.prepareForRevocations(
                        in: batch.accepted,
                        social,
                        engine.environment
                    )
                    try accounts.add(batch.rejected, engine.environment)
                    try accounts.removeRejections(of: batch.accepted)
                    for (scope, progress) in batch.progress {
                        let key = StateKey.progress(of: scope)
                        try accounts.setState(StoredProgress(progress), forKey: key)
                        if progress == .complete, peer?.user == scope {
                            try accounts.endFirstSync(with: scope)
                        }
                    }
                    for blob in lacked { try accounts.setTime(now, of: .absent, on: blob) }
                }
            }
            return try repository.read { social in
                Set(try batch.accepted.map(\.id).filter { try social.containsRecord($0) })
            }
        }
        if !live.isEmpty { report { $0.records += live.count } }
        return live
    }

    /// Calls `body` with those of the blobs that the store lacks.
    ///
    /// The other blobs are reserved, so that no cleanup removes them before their references are
    /// committed.
    private func reserving(
        _ references: Set<BlobID>,
        _ body: (Set<BlobID>) throws -> Void
    ) throws {
        let held = try blobs.contained(among: references)
        guard !held.isEmpty else { return try body(references) }
        try blobs.reserving(held.sorted(), as: .storing) {
            try body(references.subtracting(blobs.contained(among: held)))
        }
    }
}

extension AccountReader {
    /// Returns the authors of those records that belong to the first sync with their author, with
    /// the lowest ID of a post that is news in it.
    ///
    /// It has ended once all records of the author's scope have arrived, among them a post, or once
    /// ``StateKey/hadFirstSync(with:)`` is set. A device without posts by the author also states
    /// that its records are complete, but it does not end the first sync.
    func firstSyncs(
        of records: [VerifiedRecord],
        _ social: any SocialReader
    ) throws -> [User.ID: PushID] {
        let scopes = Set(records.map(\.scope)).intersection(records.map(\.author))
        var firstSyncs: [User.ID: PushID] = [:]
        for scope in scopes
        where try privateValue(forKey: StateKey.hadFirstSync(with: scope)) == nil {
            let progress = try progress(of: scope, social)
            guard try progress != .complete || !social.hasPosts(by: scope) else { continue }
            firstSyncs[scope] = try oldestNews(by: scope, social)
        }
        return firstSyncs
    }

    /// Returns the lowest ID of a post that is news in the first sync with its author.
    ///
    /// Such a post was made after a user of this store had followed the author, and after this
    /// device had its key, because a new device receives old follows.
    private func oldestNews(by author: User.ID, _ social: any SocialReader) throws -> PushID {
        let times = try usersWithKeys()
            .compactMap { user -> UInt64? in
                let (key, user) = (try keys(of: user)?.device.id, user)
                guard let device = try social.devices(of: user).first(where: { $0.id == key })
                else { return nil }
                guard user != author else { return device.added.milliseconds }
                guard let follow = try social.record(setting: .follow(user, of: author)),
                    follow.content.kind == .followed
                else { return nil }
                return max(follow.stamp, device.added).milliseconds
            }
        return times.min().map { PushID(milliseconds: $0 + 1, bits: (0, 0)) } ?? .max
    }
}

extension AccountWriter {
    /// Treats posts by a user that arrive from now on as news.
    func endFirstSync(with user: User.ID) throws {
        try setPrivateValue([1], forKey: StateKey.hadFirstSync(with: user))
    }

    /// Stores that records are unusable, up to the limit of rejections.
    fileprivate func addUnusable(
        _ records: [VerifiedRecord],
        _ environment: TimelineEnvironment
    ) throws {
        let count = try rejectionCounts(wanting: [])[.unusable]
        let noted = records.prefix(max(0, SessionLimits.rejections - count))
        try add(noted.map { RejectedRecord($0, reason: .unusable) }, environment)
    }

    /// Stores rejections, and renews the state token if one of them is new.
    fileprivate func add(
        _ rejections: [RejectedRecord],
        _ environment: TimelineEnvironment
    ) throws {
        let new = try rejections.filter { try insert($0) }
        if !new.isEmpty { try renewStateToken(environment) }
    }
}

extension User.ID {
    /// Reads only the author of an encoded record, and checks nothing else.
    ///
    /// Returns `nil` if the record is malformed.
    fileprivate init?(authorOf encoding: [UInt8]) {
        do throws(RecordError) {
            var reader = CBORReader(encoding)
            try reader.array(of: 2)
            var body = CBORReader(Array(try reader.byteString()))
            try body.array(of: 7)
            _ = try body.unsigned()
            self = try body.value()
        } catch {
            return nil
        }
    }
}

extension SocialReader {
    /// Returns whether the store has a post by a user.
    func hasPosts(by user: User.ID) throws -> Bool {
        let range = PostRange(limit: 1)
        return try !postIDs(.by(user), in: range).isEmpty
    }

    /// Returns whether any record was signed with this device's key, but not in this store.
    ///
    /// An author's stamps only increase, so a stamp above the newest one was minted elsewhere.
    fileprivate func containsForeign(
        _ records: [VerifiedRecord],
        of user: User.ID,
        _ device: KeyID
    ) throws -> Bool {
        let own = records.filter { record in
            record.author == user && record.key == device && !record.content.isSignedByRoot
        }
        guard let newest = own.map(\.stamp).max() else { return false }
        return try newest > newestStamp(of: user)
    }
}
