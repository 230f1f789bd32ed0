import TimelineCore

extension ReadTransaction {
    /// Returns an author's newest stamp, even if the author has no profile, or that of all authors.
    func newestStamp(of author: User.ID?) throws -> PushID {
        guard let author else { return try tables.newestStamp() }
        return try tables.newestStamp(of: author)
    }

    /// Returns the user with the given ID, using one lookup in the index on `uuid`.
    func user(_ id: User.ID) throws -> User? {
        try statement("SELECT \(User.columns) FROM user u WHERE uuid = ? AND username IS NOT NULL")
            .first(id) { User($0) }
    }

    /// Returns whether a user is visible, using the row that the snapshot reads for its viewer.
    func exists(_ user: User.ID) throws -> Bool {
        try snapshotInfo(for: user).viewer?.isVisible == true
    }

    /// Returns the user with the given row ID, from the cache if possible, or `nil` if the user has
    /// no profile.
    ///
    /// Users without a profile are not cached. They are deleted accounts with posts that have not
    /// been deleted yet.
    ///
    /// - Parameters:
    ///   - rowID: The row ID of the user.
    ///   - info: The epoch and the cache of this snapshot.
    /// - Returns: The user.
    /// - Throws: A database error.
    func user(rowID: Int64, in info: SnapshotInfo) throws -> User? {
        if let user = info.cache.user(rowID: rowID, at: info.epoch) { return user }
        let user = try tables.user(rowID: rowID)
        if let user { info.cache.insert(user, rowID: rowID, at: info.epoch) }
        return user
    }

    /// Returns the user with the given displayed username, which includes the suffix, if any.
    ///
    /// The text is normalized, so case does not matter. Displayed usernames are unique.
    func user(withUsername name: String) throws -> User? {
        try statement("SELECT \(User.columns) FROM user u WHERE shown_name = ?")
            .first(Username.normalized(name)) { User($0) }
    }

    /// Returns a user's profile, with its counts and the follows between the user and the viewer.
    ///
    /// One statement reads all of this. Each direction of a follow is a single lookup of the
    /// primary key of `follow`, and the user's few keys and profile fields are in
    /// `record_introduction`. For a guest, the parameter is `NULL`, which is not equal to any
    /// value; what guests see is cached, because apps show the counts of every author on a page.
    func profile(of id: User.ID, for viewer: User.ID?) throws -> ProfileView? {
        let info = try viewer.map { try snapshotInfo(for: $0) } ?? anySnapshotInfo()
        if viewer == nil, let profile = info.cache.profile(of: id, at: info.epoch) {
            return profile
        }
        let profile = try profile(of: id, forRow: viewer == nil ? nil : info.viewer?.rowID)
        if viewer == nil, let profile { info.cache.insert(profile, at: info.epoch) }
        return profile
    }

    /// Returns the profile of a user as the user with the given row ID sees it.
    func profile(of id: User.ID, forRow viewer: Int64?) throws -> ProfileView? {
        let first = User.columnCount
        return try statement(
            """
            SELECT \(User.columns), \(connection.dialect.count("post_count", of: "user")),
                \(connection.dialect.count("follower_count", of: "user")),
                \(connection.dialect.count("following_count", of: "user")),
                EXISTS (SELECT 1 FROM follow WHERE follower = ?1 AND followed = u.id),
                EXISTS (SELECT 1 FROM follow WHERE follower = u.id AND followed = ?1),
                (
                    SELECT min(time) FROM record
                    WHERE author = ?2 AND kind IN \(RecordColumns.introductions)
                )
            FROM user u WHERE uuid = ?2 AND username IS NOT NULL
            """
        )
        .first(viewer, id) { row in
            ProfileView(
                user: User(row),
                joinedAt: row.date(first + 5),
                postCount: row.int(first),
                followerCount: row.int(first + 1),
                followingCount: row.int(first + 2),
                followedByViewer: row.bool(first + 3),
                followsViewer: row.bool(first + 4),
                blockedByViewer: false,
                blocksViewer: false
            )
        }
    }

    /// Returns the amount of a user's own data.
    ///
    /// The statement reads the ranges of the user in `post_author`, `comment_author` and
    /// `post_like_user`. Comments and likes on posts by deleted accounts are excluded, because
    /// these posts may not have been deleted yet. A user with 100,000 posts and as many comments
    /// takes 0.2 seconds.
    func summary(of user: User.ID) throws -> UserSummary? {
        guard let rowID = try tables.rowID(ofVisible: user) else { return nil }
        return try statement(
            """
            SELECT (
                    SELECT \(connection.dialect.count("post_count", of: "user")) FROM user u WHERE id = ?1
                ), count(*),
                coalesce(sum(h.byte_count + coalesce(h.preview_byte_count, 0)), 0),
                (
                    SELECT count(*) FROM comment c CROSS JOIN user a ON a.id = c.post_author
                    WHERE c.author = ?1 AND NOT a.is_deleted
                ),
                (
                    SELECT count(*) FROM post_like l CROSS JOIN user a ON a.id = l.author
                    WHERE l.user = ?1 AND NOT a.is_deleted
                )
            FROM post p CROSS JOIN photo h ON h.post = p.id WHERE p.author = ?1
            """
        )
        .first(rowID) { row in
            UserSummary(
                postCount: row.int(0),
                photoCount: row.int(1),
                photoByteCount: row.int(2),
                commentCount: row.int(3),
                likeCount: row.int(4)
            )
        }
    }

    func users(_ query: UserQuery) throws -> [User] {
        try UserList(tables: tables, query: query).users()
    }
}

extension SharedTables {
    /// Returns the row ID of a user, or `nil` if the store does not contain the user.
    ///
    /// A row may have been created by a profile, another record or a removal.
    func rowID(of user: User.ID) throws -> Int64? {
        try statement("SELECT id FROM user WHERE uuid = ?").first(user) { $0.int64(0) }
    }

    /// Returns the row ID of a user with a profile.
    ///
    /// Returns `nil` if the user has not arrived or was removed.
    func rowID(ofVisible user: User.ID) throws -> Int64? {
        try statement("SELECT id FROM user WHERE uuid = ? AND username IS NOT NULL")
            .first(user) { $0.int64(0) }
    }

    /// Returns the user with the given row ID, or `nil` if the user has no profile.
    func user(rowID: Int64) throws -> User? {
        try statement("SELECT \(User.columns) FROM user u WHERE id = ? AND username IS NOT NULL")
            .first(rowID) { User($0) }
    }

    /// Returns the newest stamp of an author's records, whether or not they are live.
    func newestStamp(of author: User.ID) throws -> PushID {
        try statement("SELECT newest_stamp FROM user WHERE uuid = ?").first(author) { $0.pushID(0) }
            ?? .min
    }

    /// Writes the columns of a user's avatar.
    ///
    /// The caller writes the stamp of the register.
    ///
    /// - Parameters:
    ///   - photo: The avatar, or `nil` to clear all of its columns.
    ///   - rowID: The user's row ID.
    /// - Throws: A database error.
    func setPicture(_ photo: Photo?, of rowID: Int64) throws {
        let columns = Photo.columns("avatar_")
        guard let photo else {
            let nulls = repeatElement("NULL", count: Int(Photo.columnCount))
            try statement(
                "UPDATE user SET (\(columns)) = (\(nulls.joined(separator: ", "))) WHERE id = ?"
            )
            .run(rowID)
            return
        }
        try statement(
            "UPDATE user SET (\(columns)) = (?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?"
        )
        .run(photo, rowID)
    }
}
