import TimelineCore

/// Decides which verified records a store accepts, according to the section “Which records a device
/// accepts” of `Docs/Protocol.md`.
struct Admission<Store: SyncStore> {
    /// The decisions about a batch.
    struct Decisions {
        var accepted: [VerifiedRecord] = []
        /// The rejections to store.
        var rejected: [RejectedRecord] = []
        /// The rejected records beyond the number of rejections that a store holds.
        var unstored: [RecordID] = []
        /// The records with stamps ahead of the clock by authors whose clocks matter.
        ///
        /// Nothing is noted about those by others, but they too will be offered again.
        var future: [FutureRecord] = []
        /// The numbers of limited rejections including the new ones, or `nil` if none was necessary.
        var rejectionCounts: RejectionCounts?
    }

    /// Identifies the replies by one author in one scope on one day.
    private struct ReplyKey: Hashable {
        let author: User.ID
        let scope: User.ID
        let day: UInt64
    }

    /// Identifies a post by its ID and author.
    private struct PostKey: Hashable {
        let author: User.ID
        let post: Post.ID
    }

    private let store: Store
    /// The scopes that the store wants.
    private let scopes: Set<User.ID>
    private let users: Set<User.ID>
    private let blocked: Set<User.ID>
    /// The time of the oldest posts by others that the store accepts, in milliseconds since 1970.
    private let oldestPostTime: UInt64
    /// The local clock in milliseconds since 1970, never that of the peer.
    private let now: UInt64
    private var decisions = Decisions()
    private var posts: Set<PostKey> = []
    private var replyCounts: [ReplyKey: Int] = [:]
    /// The number and total length of the introductions of strangers.
    private var introductions: [User.ID: (count: Int, byteCount: Int)] = [:]
    private var pendingCount: Int
    /// The authors outside the wanted scopes that need introductions.
    private var introduced: Set<User.ID>
    /// The authors from which follows of this store's users are accepted.
    private let followers: FollowerRule
    private let limits: AdmissionLimits
    /// The users of whom the store holds something outside the wanted scopes, once they are needed.
    private var heldUsers: Set<User.ID>?

    /// Creates the rules for one batch.
    ///
    /// - Parameters:
    ///   - store: The store that receives the batch.
    ///   - now: The local clock in milliseconds since 1970.
    ///   - introduced: The users, such as the peer's user, from which introductions and follows are
    ///     always accepted.
    ///   - followers: The authors from which follows of the store's users are accepted.
    ///   - limits: The limits for records by others.
    ///   - rejectionCounts: The counts after the previous batch of the session, or `nil` to read
    ///     them before the first limited rejection.
    /// - Throws: ``SyncError/store(code:)``.
    init(
        _ store: Store,
        at now: UInt64,
        introduced: Set<User.ID>,
        followers: FollowerRule,
        limits: AdmissionLimits,
        rejectionCounts: RejectionCounts?
    ) throws(SyncError) {
        self.store = store
        decisions.rejectionCounts = rejectionCounts
        self.limits = limits
        self.now = now
        self.introduced = introduced
        self.followers = followers
        scopes = try store.scopes()
        users = try store.users()
        blocked = try store.blockedUsers()
        oldestPostTime = try store.oldestPostTime()
        pendingCount = try store.pendingCount()
    }

    /// Decides about each record of a batch.
    mutating func decide(_ records: [VerifiedRecord]) throws(SyncError) -> Decisions {
        var due = records
        let isDue = due.partition { $0.stamp.isAccepted(at: now) }
        let future = due[..<isDue]
        if !future.isEmpty {
            // Anyone can make up users with any dates.
            let voters = try store.clockVoters()
            decisions.future = future.filter { voters.contains($0.author) }
                .map { FutureRecord($0) }
        }
        due.removeFirst(isDue)
        for record in due where record.content.kind == .postSet {
            guard let post = record.concernedPost else { continue }
            posts.insert(PostKey(author: record.author, post: post))
        }
        // Decide in order of age, so that the first replies of a day are the ones accepted.
        for record in due.sorted() where !record.introducesAuthor { try decide(record) }
        for record in due.sorted() where record.introducesAuthor { try introduce(record) }
        return decisions
    }

    private mutating func decide(_ record: VerifiedRecord) throws(SyncError) {
        let isDeletion = record.content.kind?.isDeletion == true
        if isDeletion {
            let target = try store.target(of: record)
            if target == .held {
                // Neither a limit nor a block prevents it.
                introduced.insert(record.author)
                decisions.accepted.append(record)
                return
            }
            let isWanted = scopes.contains(record.scope)
            if try isWanted ? target == .replaced : isHeld(record.scope) {
                // Peers that do not receive the newer like would offer the record again.
                return try reject(record, .notHeld)
            }
        }
        guard scopes.contains(record.scope) else {
            // Accept these records, so that users learn of their followers.
            guard let followed = record.content.followedUser, users.contains(followed),
                isAccepted(followerOf: record)
            else { return }
            introduced.insert(record.author)
            decisions.accepted.append(record)
            return
        }
        guard try !isTooOld(record) else {
            return try reject(record, isDeletion ? .notHeld : .tooOld)
        }
        guard !blocked.contains(record.author), !blocked.contains(record.scope) else {
            return try reject(record, .blocked)
        }
        guard try isWithinBounds(record) else { return try reject(record, .limit) }
        if record.home != nil { introduced.insert(record.author) }
        decisions.accepted.append(record)
    }

    private func isAccepted(followerOf record: VerifiedRecord) -> Bool {
        switch followers {
        case .introduced(let authors):
            authors.contains(record.author) && !blocked.contains(record.author)
        case .anyone: !blocked.contains(record.author)
        case .ownDevice: true
        }
    }

    /// Returns whether peers offer deletions in a scope that the store does not want.
    private mutating func isHeld(_ scope: User.ID) throws(SyncError) -> Bool {
        if let heldUsers { return heldUsers.contains(scope) }
        let held = try store.heldUsers()
        heldUsers = held
        return held.contains(scope)
    }

    /// Rejects a record, and stores the rejection if the limit permits.
    private mutating func reject(
        _ record: VerifiedRecord,
        _ reason: RejectionReason
    ) throws(SyncError) {
        let rejection = RejectedRecord(record, reason: reason)
        if rejection.source.isLimited(wanting: scopes) {
            var counts =
                if let known = decisions.rejectionCounts { known } else {
                    try store.rejectionCounts()
                }
            decisions.rejectionCounts = counts
            // Each kind has its own limit, so that none displaces another.
            let limit = reason == .tooOld ? limits.oldRejections : limits.rejections
            guard counts[reason] < limit else {
                decisions.unstored.append(record.id)
                return
            }
            counts[reason] += 1
            decisions.rejectionCounts = counts
        }
        decisions.rejected.append(rejection)
    }

    /// Returns whether a record concerns another user's post that is older than the store accepts
    /// and that the store does not hold.
    private func isTooOld(_ record: VerifiedRecord) throws(SyncError) -> Bool {
        guard let post = record.concernedPost, post.milliseconds < oldestPostTime,
            record.content.kind == .postSet || record.content.kind?.isReply == true,
            !users.contains(record.scope)
        else { return false }
        return try !store.containsPost(post, by: record.scope)
    }

    private mutating func isWithinBounds(_ record: VerifiedRecord) throws(SyncError) -> Bool {
        guard let home = record.home else { return true }
        if let post = record.concernedPost, record.content.kind?.isReply == true,
            !posts.contains(PostKey(author: home, post: post)),
            try !store.containsPost(post, by: home)
        {
            guard pendingCount < limits.pending else { return false }
            pendingCount += 1
        }
        guard !scopes.contains(record.author), let time = record.replyTime,
            try !store.isReleased(record.id)
        else { return true }
        let key = ReplyKey(author: record.author, scope: home, day: SyncDay.containing(time))
        var count = 0
        if let known = replyCounts[key] {
            count = known
        } else {
            count = try store.replyCount(by: key.author, in: key.scope, day: key.day)
        }
        replyCounts[key] = count + 1
        return count < limits.strangerReplies
    }

    private mutating func introduce(_ record: VerifiedRecord) throws(SyncError) {
        let author = record.author
        guard !scopes.contains(author) else {
            decisions.accepted.append(record)
            return
        }
        // The keys of blocked users verify their deletions.
        guard
            followers == .ownDevice || !blocked.contains(author)
                || record.content.isSignedByRoot
        else { return }
        if !introduced.contains(author) {
            guard try store.needsIntroductions(of: author) else { return }
            introduced.insert(author)
        }
        var (count, byteCount) = (0, 0)
        if let known = introductions[author] {
            (count, byteCount) = known
        } else {
            let held = try store.introductions(of: [author])
            count = held.count
            byteCount = held.reduce(0) { $0 + $1.bodyBytes.count }
        }
        let sum = byteCount + record.bodyBytes.count
        let fits = count < limits.strangerIntroductions && sum <= limits.strangerIntroductionBytes
        introductions[author] = fits ? (count + 1, sum) : (count, byteCount)
        if fits {
            decisions.accepted.append(record)
        } else {
            try reject(record, .limit)
        }
    }
}

/// The authors from which a store accepts follows of its users, which lie outside its scopes.
enum FollowerRule: Hashable {
    /// Only these users, such as the peer's user, unless they are blocked.
    case introduced(Set<User.ID>)
    /// Everyone who is not blocked.
    case anyone
    /// Everyone, because another device of the same user has accepted them.
    ///
    /// A blocked user may have followed before the block. With the follow and its introduction,
    /// every device can show whom the user has blocked.
    case ownDevice
}
