import TimelineCore

extension ReadTransaction {
    /// The newest stamp of an author, with or without a profile; ``PushID/min`` for an unknown one.
    func newestStamp(of author: User.ID) throws -> PushID { try tables.newestStamp(of: author) }

    /// The user with an ID: one look-up of the index on `uuid`, then the row.
    func user(_ id: User.ID) throws -> User? {
        try statement("SELECT \(User.columns) FROM user u WHERE uuid = ? AND username IS NOT NULL")
            .first(id) { User($0) }
    }

    /// Answers from the viewer's row, which a page reads in any case.
    func exists(_ user: User.ID) throws -> Bool {
        try snapshotInfo(for: user).viewer?.isVisible == true
    }

    /// The user in a row, from the cache if possible; `nil` without a profile.
    ///
    /// Users without a profile are not cached; they are the authors of posts that wait for
    /// deletion.
    ///
    /// - Parameters:
    ///   - rowID: the key of a row in `user`.
    ///   - info: the epoch and the cache of this snapshot.
    /// - Returns: the user.
    /// - Throws: `DatabaseError`.
    func user(rowID: Int64, in info: SnapshotInfo) throws -> User? {
        if let user = info.cache.user(rowID: rowID, at: info.epoch) { return user }
        let user = try tables.user(rowID: rowID)
        if let user { info.cache.insert(user, rowID: rowID, at: info.epoch) }
        return user
    }

    /// Looks the name up as displayed: a user with a suffix has no other name.
    ///
    /// The text is normalized, so case does not matter; displayed usernames are unique.
    func user(withUsername name: String) throws -> User? {
        try statement("SELECT \(User.columns) FROM user u WHERE shown_name = ?")
            .first(Username.normalized(name)) { User($0) }
    }

    /// Reads the profile, its counts, and both directions of the follow in one statement.
    ///
    /// Each direction is one look-up of the primary key of `follow`. A guest binds `NULL`, with
    /// which no row compares equal.
    func profile(of id: User.ID, for viewer: User.ID?) throws -> ProfileView? {
        let first = User.columnCount
        return try statement(
            """
            SELECT \(User.columns), u.post_count, u.follower_count, u.following_count,
                EXISTS (SELECT 1 FROM follow WHERE follower = ?1 AND followed = u.id AND is_set),
                EXISTS (SELECT 1 FROM follow WHERE follower = u.id AND followed = ?1 AND is_set)
            FROM user u WHERE uuid = ?2 AND username IS NOT NULL
            """
        )
        .first(try snapshotInfo(for: viewer).viewer?.rowID, id) { row in
            ProfileView(
                user: User(row),
                postCount: row.int(first),
                followerCount: row.int(first + 1),
                followingCount: row.int(first + 2),
                followedByViewer: row.bool(first + 3),
                followsViewer: row.bool(first + 4)
            )
        }
    }

    func users(_ query: UserQuery) throws -> [User] {
        try UserList(tables: tables, query: query).users()
    }
}
