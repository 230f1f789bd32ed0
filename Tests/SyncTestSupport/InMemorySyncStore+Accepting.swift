package import TimelineCore
@testable package import TimelineSync

extension InMemorySyncStore {
    /// Verifies encoded records with the keys in the store and in the records themselves.
    package func verify(_ encodings: [[UInt8]]) -> [Result<VerifiedRecord, RecordError>] {
        var keys = keys
        return keys.verify(encoded: encodings)
    }

    /// Returns the blocked users.
    package func blockedUsers() -> Set<User.ID> { blocked }

    /// Returns the time of the oldest posts by others that the store accepts.
    package func oldestPostTime() -> UInt64 { oldestPost }

    /// Returns the number of replies that an author wrote in a scope on a given day.
    package func replyCount(
        by author: User.ID,
        in scope: User.ID,
        day: UInt64
    ) -> Int {
        live.values.count { record in
            record.author == author && record.home == scope
                && record.replyTime.map(SyncDay.containing) == day
        }
    }

    /// Returns the number of live replies to posts that the store does not hold.
    package func pendingCount() -> Int {
        let posts = Set(
            live.values.compactMap { $0.content.kind == .postSet ? $0.concernedPost : nil }
        )
        return live.values.count { record in
            guard record.content.kind?.isReply == true, let post = record.concernedPost else {
                return false
            }
            return !posts.contains(post)
        }
    }

    /// Returns the numbers of stored rejections that limits apply to.
    package func rejectionCounts() -> RejectionCounts {
        let scopes = scopes()
        return rejections.values.reduce(into: RejectionCounts(unwanted: 0, tooOld: 0)) {
            if $1.source.isLimited(wanting: scopes) { $0[$1.source.reason] += 1 }
        }
    }

    /// Returns whether the store holds what a record deletes.
    package func target(of deletion: VerifiedRecord) -> DeletionTarget {
        guard let register = RecordRegister(of: deletion) else { return .absent }
        for record in live.values where record.scope == deletion.scope {
            let isSame = RecordRegister(of: record) == register
            switch deletion.content {
            case .unliked where isSame && record.content.kind == .liked && deletion < record:
                return .replaced
            case _ where isSame: return .held
            case .postDeleted(let post) where record.concernedPost == post.id: return .held
            case .commentDeleted(let comment, _)
            where record.content.kind == .commentAdded && record.stamp == comment.stamp:
                return .held
            case .commentHidden(let comment, _)
            where record.content.kind == .commentAdded && record.stamp == comment.pushID:
                return .held
            default: continue
            }
        }
        return .absent
    }

    /// Returns whether a review has released a record that had exceeded a limit.
    package func isReleased(_ record: RecordID) -> Bool { released.contains(record) }

    /// Forgets the rejections whose reasons no longer hold.
    @discardableResult
    package func reviewRejections(at milliseconds: UInt64) throws(SyncError) -> Bool {
        let circumstances = RejectionReview.Circumstances(
            at: milliseconds,
            wanting: scopes(),
            blocking: blocked,
            oldestPost: oldestPost
        )
        guard circumstances != reviewed else { return false }
        try beforeChange()
        let isNewDay = circumstances.day != reviewed?.day
        let review = RejectionReview(
            of: Set(rejections.values.map(\.source)),
            in: circumstances,
            hasChanged: circumstances.digest != reviewed?.digest,
            isNewDay: isNewDay
        ) { source, limit in
            let all = rejections.values.filter { $0.source == source }
            return Array(all.sorted { $0.position < $1.position }.prefix(limit))
        }
        reviewed = circumstances
        if isNewDay { released = [] }
        released.formUnion(review.released)
        rejections = rejections.filter {
            !review.forgotten.contains($0.value.source) && !review.released.contains($0.key)
        }
        if !review.isEmpty { renewToken() }
        return !review.isEmpty
    }

    /// Returns whether a live record adds or edits a post.
    package func containsPost(_ post: Post.ID, by author: User.ID) -> Bool {
        live.values.contains { record in
            record.author == author && record.content.kind == .postSet
                && record.concernedPost == post
        }
    }

    /// Returns whether an author has a live reply in a wanted scope, follows the user or has stopped
    /// following them, or is one of the ``heldUsers()``.
    package func needsIntroductions(of author: User.ID) -> Bool {
        let scopes = scopes()
        if heldUsers().contains(author) { return true }
        return live.values.contains { record in
            guard record.author == author else { return false }
            if record.content.followedUser == user { return true }
            return record.home.map { scopes.contains($0) } ?? false
        }
    }

    /// Returns those of the given IDs that belong to live records or rejections.
    package func known(_ ids: Set<RecordID>) -> Set<RecordID> {
        ids.filter { id in
            live[id] != nil || rejections[id].map { $0.source.reason != .notHeld } == true
        }
    }

    /// Commits a batch.
    package func commit(_ batch: SyncBatch) throws(SyncError) -> Set<RecordID> {
        guard !batch.isEmpty else { return [] }
        try beforeChange()
        let held = live
        for record in batch.accepted where live[record.id] == nil {
            guard case .keyRevoked(let part) = record.content else { continue }
            // Records that the revocation makes live must arrive again.
            rejections = rejections.filter {
                $0.value.source.author != record.author || $0.value.key != part.key
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
            released.remove(record.id)
        }
        if live.keys != held.keys || rejections.count != rejectionCount { renewToken() }
        return Set(batch.accepted.map(\.id).filter { live[$0] != nil })
    }
}
