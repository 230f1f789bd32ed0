public import TimelineRecords

extension InMemorySyncStore {
    /// Verifies encoded records with the keys in the store and in the records themselves.
    public func verify(_ encodings: [[UInt8]]) -> [Result<VerifiedRecord, RecordError>] {
        var keys = keys
        return keys.verify(encoded: encodings)
    }

    /// Returns the blocked users.
    public func blockedUsers() -> Set<RecordUserID> { blocked }

    /// Returns the time of the oldest posts by others that the store accepts.
    public func oldestPostTime() -> UInt64 { oldestPost }

    /// Returns the number of live replies that an author wrote in a scope on a given day.
    public func replyCount(
        by author: RecordUserID,
        in scope: RecordUserID,
        day: UInt64
    ) -> Int {
        live.values.count { record in
            record.body.author == author && record.body.home == scope
                && SyncDay.containing(record.body.stamp) == day
        }
    }

    /// Returns the number of live replies to posts that the store does not hold.
    public func pendingCount() -> Int {
        let posts = Set(
            live.values.compactMap { $0.body.content.kind == .postSet ? $0.body.post : nil }
        )
        return live.values.count { record in
            guard record.body.content.kind?.isReply == true, let post = record.body.post else {
                return false
            }
            return !posts.contains(post)
        }
    }

    /// Returns the numbers of stored rejections that limits apply to.
    public func rejectionCounts() -> RejectionCounts {
        let scopes = scopes()
        let limited = rejections.values.filter { $0.isLimited(wanting: scopes) }
        let tooOld = limited.count { $0.reason == .tooOld }
        return RejectionCounts(unwanted: limited.count - tooOld, tooOld: tooOld)
    }

    /// Returns whether a live record adds or edits a post.
    public func containsPost(_ post: RecordPushID, by author: RecordUserID) -> Bool {
        live.values.contains { record in
            record.body.author == author && record.body.content.kind == .postSet
                && record.body.post == post
        }
    }

    /// Returns whether an author has a live reply in a wanted scope, or follows the user.
    public func needsIntroductions(of author: RecordUserID) -> Bool {
        let scopes = scopes()
        return live.values.contains { record in
            guard record.body.author == author else { return false }
            if case .followed(user) = record.body.content { return true }
            return record.body.home.map { scopes.contains($0) } ?? false
        }
    }

    /// Returns those of the given IDs that belong to live records or rejections.
    public func known(_ ids: Set<RecordID>) -> Set<RecordID> {
        ids.filter { live[$0] != nil || rejections[$0] != nil }
    }

    /// Applies a batch.
    public func apply(_ batch: SyncBatch) throws(SyncError) -> Set<RecordID> {
        guard !batch.isEmpty else { return [] }
        try beforeChange()
        let held = live
        for record in batch.accepted where live[record.id] == nil {
            guard case .keyEnded(let part) = record.body.content else { continue }
            // Records that the revocation makes live must arrive again.
            rejections = rejections.filter {
                $0.value.author != record.body.author || $0.value.key != part.key
            }
        }
        let rejectionCount = rejections.count
        for rejection in batch.rejected { rejections[rejection.position.id] = rejection }
        if !batch.accepted.isEmpty {
            let records = liveSet(of: held.values + batch.accepted)
            live = Dictionary(records.map { ($0.id, $0) }) { first, _ in first }
        }
        for (scope, progress) in batch.progress { firstSyncs[scope] = progress }
        for record in batch.accepted where live[record.id] != nil {
            keys.insert(record)
            rejections[record.id] = nil
        }
        if live.keys != held.keys || rejections.count != rejectionCount { renewToken() }
        return Set(batch.accepted.map(\.id).filter { live[$0] != nil })
    }
}
