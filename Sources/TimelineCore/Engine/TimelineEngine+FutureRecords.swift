import TimelineRecords

extension TimelineEngine {
    /// Signs a user's future-dated records again with current stamps, and moves the posts and
    /// comments to current bound IDs.
    ///
    /// No device with a correct clock has accepted these records, because devices reject records
    /// dated in the future. Devices whose clocks are also ahead, and folders, may hold the old
    /// records; the repair does not withdraw them. Replies to the moved posts are also signed again,
    /// with the keys of their authors in this store. Other devices may have accepted the old replies
    /// of users with a correct clock; these stay pending without their post, also here after a sync.
    /// Records signed by the root key stay unchanged, because only the password opens that key; the
    /// next login signs them (``signFutureKeysAgain(of:under:)``).
    ///
    /// Each transaction moves the oldest of the records that are still in the future, posts first,
    /// along with all replies to their posts. Other writers can therefore write in between, although
    /// a post with many replies makes its transaction longer. The user's newest stamp stays in the
    /// future until ``Repository/moveToPresent(of:newerThan:_:)`` lowers it, so the user cannot make
    /// changes in between.
    ///
    /// - Parameters:
    ///   - user: A user of this store.
    ///   - limit: The highest stamp that is not in the future.
    ///   - count: The maximum number of records that one transaction moves, apart from the replies
    ///     to posts among them. Signing a post again and moving it takes up to a millisecond, mostly
    ///     for indexing its words.
    ///   - betweenSteps: A closure that is called after each transaction.
    /// - Throws: Any error thrown by `betweenSteps`, or a storage error. In each case, some records
    ///   may have been moved. The next call moves the rest.
    package func signFutureRecordsAgain(
        of user: User.ID,
        newerThan limit: PushID,
        inStepsOf count: Int = 250,
        betweenSteps: () throws -> Void = {}
    ) throws {
        let records = try repository.read { social, accounts in
            try accounts.signingKey(of: user) == nil
                ? nil : social.records(by: user.recordID, splitAt: limit)
        }
        guard let records else { return }
        var move = FutureMove(of: user, newerThan: limit, above: records.newest, environment)
        var rest = records.future[...]
        while !rest.isEmpty {
            let step = rest.prefix(count)
            rest = rest.dropFirst(step.count)
            _ = try repository.convertUser { social, accounts in
                try move.plan(Set(step), social, accounts)
                return move.signed.isEmpty ? nil : move.conversion
            } drafting: { _, _ in
                CheckedBatch(replacing: move.signed)
            }
            try betweenSteps()
        }
    }
}

/// A plan for some records of one user that are dated in the future.
private struct FutureMove {
    private let user: User.ID
    private let limit: PushID
    private let milliseconds: UInt64
    private var random: EnvironmentRandom
    private var source: BoundIDSource
    private var posts: [RecordPushID: BoundID] = [:]
    private var comments: [RecordPushID: BoundID] = [:]
    /// The newest IDs of moved comments that are not dated in the future, by their authors.
    private var newestComments: [RecordUserID: RecordPushID] = [:]
    private var removed: Set<RecordID> = []
    /// The records with their new stamps.
    private(set) var signed: [VerifiedRecord] = []

    init(
        of user: User.ID,
        newerThan limit: PushID,
        above newest: RecordPushID,
        _ environment: TimelineEnvironment
    ) {
        self.user = user
        self.limit = limit
        milliseconds = environment.now().millisecondsSince1970
        random = EnvironmentRandom(environment: environment)
        source = BoundIDSource(author: user.recordID, after: newest)
    }

    var conversion: UserConversion {
        UserConversion(
            of: user,
            posts: Self.ids(posts),
            comments: Self.ids(comments),
            removing: removed
        )
    }

    private static func ids<Subject>(
        _ moved: [RecordPushID: BoundID]
    ) -> [PushIdentifier<Subject>: PushIdentifier<Subject>] {
        Dictionary(
            moved.map { (PushIdentifier($0.key), PushIdentifier($0.value.id)) }
        ) { first, _ in first }
    }

    /// Replaces the plan with one for the given records, and for all replies to their posts.
    mutating func plan(
        _ ids: Set<RecordID>,
        _ social: any SocialReader,
        _ accounts: any AccountReader
    ) throws {
        (posts, comments, newestComments, removed, signed) = ([:], [:], [:], [], [])
        let records = try social.records(withIDs: ids)
        // Posts first, because a reply may be older than a post from the future.
        for record in records.postsInOrder() { try add(record, accounts) }
        let replies = try posts.keys.flatMap { try social.replies(to: $0) }
        for record in Set(records + replies).sorted() where !record.body.isPost {
            try add(record, accounts)
        }
    }

    private func isInFuture(_ stamp: RecordPushID) -> Bool { PushID(stamp) > limit }

    private mutating func add(_ record: VerifiedRecord, _ accounts: any AccountReader) throws {
        let body = record.body
        let isOwn = body.author == user.recordID
        // A tombstone stays on the old ID of the post, because the deleted comment did not move.
        let isMoved =
            body.content.kind != .commentDeleted && body.post.map { posts[$0] != nil } ?? false
        guard !body.content.isSignedByRoot, isOwn && isInFuture(body.stamp) || isMoved,
            let key = try accounts.signingKey(of: User.ID(body.author)),
            let (content, stamp) = moved(body)
        else { return }
        let moved = RecordBody(
            author: body.author,
            key: key.id,
            stamp: stamp,
            postAuthor: body.scope,
            content: content
        )
        removed.insert(record.id)
        do throws(RecordError) {
            signed.append(try VerifiedRecord(signing: moved, with: key))
        } catch {
            throw TimelineError.unsigned(content, error)
        }
    }

    /// Returns the content with current IDs, along with its new stamp, or `nil` for an unknown
    /// kind, which cannot be signed again.
    private mutating func moved(_ body: RecordBody) -> (RecordContent, RecordPushID)? {
        switch body.content {
        case .postSet(let id, let content):
            if body.stamp == id.id || isInFuture(id.id) && posts[id.id] == nil {
                guard let new = source.nextID(at: milliseconds, using: &random) else { return nil }
                posts[id.id] = new
                return (.postSet(new, content), new.id)
            }
            return stamped(body).map { (.postSet(current(id), content), $0) }
        case .commentAdded(_, let post, let text):
            let post = current(post)
            guard let new = commentID(body, on: post) else { return nil }
            comments[body.stamp] = new
            return (.commentAdded(nonce: new.nonce, post: post, text: text), new.id)
        case .postDeleted(let post): return stamped(body).map { (.postDeleted(current(post)), $0) }
        case .commentHidden(let comment, let post):
            let comment = comments[comment]?.id ?? comment
            return stamped(body).map { (.commentHidden(comment, post: current(post)), $0) }
        case .liked(let post): return stamped(body).map { (.liked(current(post)), $0) }
        case .unliked(let post): return stamped(body).map { (.unliked(current(post)), $0) }
        case .commentDeleted, .profileSet, .followed, .unfollowed:
            return stamped(body).map { (body.content, $0) }
        case .keyAdded, .keyEnded, .userLeft, .unknown: return nil
        }
    }

    private func current(_ post: BoundID) -> BoundID { posts[post.id] ?? post }

    /// Returns the stamp of a record that adds nothing: a new one if it is in the future.
    private mutating func stamped(_ body: RecordBody) -> RecordPushID? {
        guard isInFuture(body.stamp), body.author == user.recordID else { return body.stamp }
        return source.nextStamp(at: milliseconds, using: &random)
    }

    /// Returns the new ID of a comment.
    ///
    /// The new ID has the current time if the comment is dated in the future, and otherwise the
    /// comment's own time. The ID must change in any case, because it depends on the ID of the post.
    private mutating func commentID(_ body: RecordBody, on post: BoundID) -> BoundID? {
        if isInFuture(body.stamp), body.author == user.recordID {
            return source.nextID(at: milliseconds, on: post.id, using: &random)
        }
        // Comments of one millisecond keep their order.
        let newest = newestComments[body.author] ?? .lowest
        var source = BoundIDSource(author: body.author, after: newest)
        let id = source.nextID(at: body.stamp.milliseconds, on: post.id, using: &random)
        newestComments[body.author] = source.newest
        return id
    }
}

extension RecordBody {
    fileprivate var isPost: Bool { content.kind == .postSet }
}

extension [VerifiedRecord] {
    /// Returns the records of posts in the order of the posts, also of edited ones, whose stamps are
    /// later.
    fileprivate func postsInOrder() -> [VerifiedRecord] {
        filter(\.body.isPost).sorted { ($0.body.post ?? .lowest) < ($1.body.post ?? .lowest) }
    }
}

extension SocialReader {
    /// Returns the highest stamp of a user's live records up to a limit, and the IDs of the user's
    /// other records: first those of posts, and then all others, each in their order.
    ///
    /// An edited post has the stamp of its edit, so its replies may have lower stamps.
    fileprivate func records(
        by user: RecordUserID,
        splitAt limit: PushID
    ) throws -> (newest: RecordPushID, future: [RecordID]) {
        let heads = try recordHeads(inScopes: scopesOfReplies(by: user).union([user]))
        let ids = Set(heads.filter { $0.author == user }.map(\.position.id))
        var records = try records(withIDs: ids)
        let split = records.partition { PushID($0.body.stamp) > limit }
        let future = records[split...].sorted()
        let posts = future.postsInOrder()
        let others = future.filter { !$0.body.isPost }
        return (
            records[..<split].map(\.body.stamp).max() ?? .lowest,
            (posts + others).map(\.id)
        )
    }
}
