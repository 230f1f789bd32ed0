extension UserSession {
    /// Returns one page of the user's activity (likes, comments, mentions and new followers),
    /// newest arrivals first.
    ///
    /// ```swift
    /// let page = try await session.activity()
    /// for group in page.groups(in: .current) { show(group.users, group.kind, group.post) }
    /// try await session.markShown(page)
    /// ```
    ///
    /// - Parameters:
    ///   - cursor: The cursor after which the page starts, such as ``Page/next``, or `nil` for the
    ///     newest page.
    ///   - limit: The maximum number of items on the page.
    /// - Returns: The page, with the cursor of the next page.
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func activity(
        after cursor: ActivityCursor? = nil,
        limit: Int = 50
    ) async throws -> ActivityPage {
        try await read { social, accounts, user in
            let lastVisit = try cursor?.lastVisit ?? accounts.activityEpoch(of: user)
            let events = try social.activity(of: user, after: cursor?.position, limit: limit)
            let last = events.count == max(0, limit) ? events.last : nil
            return ActivityPage(
                try social.items(of: events, since: lastVisit, for: user),
                next: last.map { ActivityCursor($0.position, lastVisit: lastVisit) },
                after: cursor,
                epoch: try social.epoch()
            )
        }
    }

    /// Returns the number of activity items that have arrived since the user's last visit, up to
    /// ``Page/countLimit``.
    ///
    /// - Throws: ``TimelineError/notLoggedIn``.
    public func newActivityCount() async throws -> Int {
        try await read { social, accounts, user in
            try social.newActivityCount(of: user, accounts)
        }
    }

    /// Marks as seen all activity that had arrived by the time the given page was read.
    ///
    /// Does nothing unless the page is the first page and contains new items. Also does nothing if
    /// the store is read-only, full or locked.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` or ``TimelineError/storageFailed(_:)``.
    public func markShown(_ page: ActivityPage) async throws {
        // If the first page contains no new items, no other page does.
        guard page.previous == nil, page.items.contains(where: \.isNew), let epoch = page.epoch
        else { return }
        try await engine.writeBestEffort { social, accounts in
            let user = try requireUser(social, accounts)
            guard try accounts.activityEpoch(of: user) < epoch else { return }
            try accounts.setActivityEpoch(epoch, of: user)
        }
    }

    /// Marks as seen all activity that had arrived by the time an item arrived, including the item.
    ///
    /// - Parameter cursor: The cursor of the item; see ``ActivityItem/cursor``.
    /// - Throws: ``TimelineError/notLoggedIn`` or a storage error.
    package func markActivitySeen(upTo cursor: ActivityCursor) async throws {
        try await engine.writes.run { [engine] in
            try engine.repository.writeAccounts { social, accounts in
                let user = try requireUser(social, accounts)
                // A cursor comes from a request, and may name an arrival of the future.
                let epoch = try min(cursor.position.arrival, social.epoch())
                guard try accounts.activityEpoch(of: user) < epoch else { return }
                try accounts.setActivityEpoch(epoch, of: user)
            }
        }
    }
}

extension SocialReader {
    /// Returns the number of events that have arrived since the user's last visit, up to
    /// ``Page/countLimit``.
    func newActivityCount(of user: User.ID, _ accounts: any AccountReader) throws -> Int {
        try activityCount(
            of: user,
            since: accounts.activityEpoch(of: user),
            limit: ActivityPage.countLimit
        )
    }

    /// Returns the activity items for the given events, with their users, posts and comments.
    func items(
        of events: [ActivityEvent],
        since epoch: Int,
        for viewer: User.ID
    ) throws -> [ActivityItem] {
        let posts = try self.posts(Array(Set(events.compactMap(\.post))), for: viewer)
        let postsByID = Dictionary(posts.map { ($0.id, $0) }) { first, _ in first }
        var users: [User.ID: User] = [:]
        return try events.compactMap { event in
            guard let user = try users[event.user] ?? user(event.user) else { return nil }
            users[event.user] = user
            let comment = try event.comment.flatMap(comment)
            var item = ActivityItem(
                kind: event.kind,
                user: user,
                post: event.post.flatMap { postsByID[$0] },
                comment: comment.map {
                    CommentView(id: $0.id, post: $0.post, author: user, text: $0.text)
                },
                isNew: event.arrival > epoch,
                createdAt: Post.ID(event.stamp).date
            )
            item.position = event.position
            return item
        }
    }
}
