import TimelineCore

extension ReadTransaction {
    /// Returns a page of a user's activity by merging the newest events from one index per kind.
    func activity(
        of user: User.ID,
        after position: ActivityEvent.Position?,
        limit: Int
    ) throws -> [ActivityEvent] {
        guard limit > 0, let viewer = try snapshotInfo(for: user).viewer, viewer.isVisible else {
            return []
        }
        let events = try ActivityKind.allCases.flatMap { kind in
            try newest(kind, of: viewer, after: position, limit: limit)
        }
        return Array(events.sorted { $0.position > $1.position }.prefix(limit))
    }

    /// Returns the newest events of one kind.
    ///
    /// The result may exceed `limit` if several events have the same arrival number and stamp.
    private func newest(
        _ kind: ActivityKind,
        of viewer: KnownViewer,
        after position: ActivityEvent.Position?,
        limit: Int
    ) throws -> [ActivityEvent] {
        var events: [ActivityEvent] = []
        try statement(
            """
            SELECT e.arrival, e.\(kind.stampColumn), u.uuid, \(kind.columns)
            FROM \(kind.source(omittingMuted: viewer.hasMuted)) AND (e.arrival, e.\(kind.stampColumn)) <= (?2, ?3)
            ORDER BY e.arrival DESC, e.\(kind.stampColumn) DESC
            """
        )
        .scan(viewer.rowID, position?.arrival ?? .max, position?.stamp ?? .max) { row in
            let event = ActivityEvent(
                kind,
                by: row.userID(2),
                post: row.optionalPushID(3).map(Post.ID.init),
                comment: row.optionalPushID(4).map(Comment.ID.init),
                arrival: row.int(0),
                stamp: row.pushID(1)
            )
            if let position, event.position >= position { return true }
            // The index does not sort events with the same stamp by user, so read all of them.
            if events.count >= limit, let last = events.last,
                (last.arrival, last.stamp) != (event.arrival, event.stamp)
            {
                return false
            }
            events.append(event)
            return true
        }
        return events
    }

    /// Counts a user's activity events after an epoch, reading at most `limit` rows from each of
    /// the four indexes.
    func activityCount(of user: User.ID, since epoch: Int, limit: Int) throws -> Int {
        guard limit > 0, let viewer = try snapshotInfo(for: user).viewer, viewer.isVisible else {
            return 0
        }
        return try activityCount(of: viewer, since: epoch, limit: limit)
    }

    /// Counts the activity events of a viewer after an epoch, at most `limit` of each kind.
    func activityCount(
        of viewer: KnownViewer,
        since epoch: Int,
        limit: Int
    ) throws -> Int {
        try statement(viewer.hasMuted ? Self.unmutedCountSQL : Self.countSQL)
            .first(viewer.rowID, epoch, limit) { $0.int(0) } ?? 0
    }

    // Every page runs this statement, so its text is built only once.
    private static let countSQL = countSQL(omittingMuted: false)
    private static let unmutedCountSQL = countSQL(omittingMuted: true)

    private static func countSQL(omittingMuted: Bool) -> String {
        let counts = ActivityKind.allCases.map { kind in
            let source = kind.source(omittingMuted: omittingMuted)
            return "SELECT * FROM (SELECT 1 FROM \(source) AND e.arrival > ?2 LIMIT ?3) events"
        }
        return "SELECT count(*) FROM (\(counts.joined(separator: "\nUNION ALL ")) LIMIT ?3) events"
    }
}

extension ActivityKind {
    /// Returns the tables and conditions for the events `e` that concern the user with row ID `?1`,
    /// joined with the acting users `u`.
    ///
    /// The likes and follows of deleted accounts are deleted immediately. Their posts and comments
    /// may be deleted later, so the conditions exclude them.
    ///
    /// - Parameter omittingMuted: Whether to omit users that the user has muted.
    /// - Returns: The SQL.
    fileprivate func source(omittingMuted: Bool) -> String {
        omittingMuted
            ? source + " AND u.id NOT IN (\(PrivateTables.mutedSQL(by: "?1")))" : source
    }

    private var source: String {
        switch self {
        case .like:
            """
            post_like e INDEXED BY post_like_activity CROSS JOIN user u ON u.id = e.user
            WHERE e.author = ?1 AND e.user <> e.author
            """
        case .comment:
            """
            comment e INDEXED BY comment_activity CROSS JOIN user u ON u.id = e.author
            WHERE e.post_author = ?1 AND e.author <> e.post_author AND NOT u.is_deleted
            """
        case .mention:
            """
            mention e INDEXED BY mention_activity
            LEFT JOIN comment c ON e.is_comment AND c.id = e.id
            CROSS JOIN post p ON p.id = CASE WHEN e.is_comment THEN c.post ELSE e.id END
            CROSS JOIN user u ON u.id = CASE WHEN e.is_comment THEN c.author ELSE p.author END
            CROSS JOIN user o ON o.id = p.author
            WHERE e.name = (SELECT shown_name FROM user WHERE id = ?1)
                AND u.id <> ?1 AND (NOT e.is_comment OR p.author <> ?1)
                AND NOT u.is_deleted AND NOT o.is_deleted
            """
        case .follow:
            """
            follow e INDEXED BY follow_activity CROSS JOIN user u ON u.id = e.follower
            WHERE e.followed = ?1
            """
        }
    }

    /// The SQL expressions for the IDs of the post and the comment of an event.
    fileprivate var columns: String {
        switch self {
        case .like: "e.post, NULL"
        case .comment: "e.post, e.id"
        case .mention: "p.id, c.id"
        case .follow: "NULL, NULL"
        }
    }

    fileprivate var stampColumn: String {
        switch self {
        case .like, .follow: "stamp"
        case .comment, .mention: "id"
        }
    }
}
