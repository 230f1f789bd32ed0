import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    func updateProfile(_ update: ProfileUpdate, _ change: Change) throws {
        try run("INSERT INTO user (uuid) VALUES (?) ON CONFLICT DO NOTHING", change.author.data)
        guard let row = try row(of: change.author) else { return }
        if let name = update.username { try claim(name, by: row, change) }
        try set("bio", to: update.bio, of: row, at: change.stamp)
        try set("url", to: update.url, of: row, at: change.stamp)
        try set("display_name", to: update.displayName, of: row, at: change.stamp)
        if let avatar = update.avatar {
            try setPicture(LWWRegister(avatar.value, at: change.stamp), of: row)
        }
        if update.displayName != nil { try renewSearchKey(of: row) }
        if update.username != nil { try release(change.author.data) }
    }

    private func set(
        _ column: String,
        to field: ProfileUpdate.Field<String>?,
        of row: Int64,
        at stamp: PushID
    ) throws {
        guard let field else { return }
        try setRegister(column, to: field.value, of: row, at: stamp)
    }

    /// Sets a column and its stamp, when what stands there is older.
    ///
    /// - Returns: whether it was set.
    @discardableResult
    private func setRegister(
        _ column: String,
        to value: String?,
        of row: Int64,
        at stamp: PushID
    ) throws -> Bool {
        try run(
            """
            UPDATE user SET \(column) = ?1, \(column)_stamp = ?2 WHERE id = ?3
                AND (\(column)_stamp IS NULL OR \(column)_stamp < ?2
                    OR \(column)_stamp = ?2 AND ifnull(\(column), '') < ifnull(?1, ''))
            """,
            value,
            stamp.data,
            row
        ) > 0
    }

    /// Sets a user's picture, when what stands there is older.
    private func setPicture(_ setting: LWWRegister<Photo?>, of row: Int64) throws {
        let former = try rows(
            """
            SELECT avatar_stamp, avatar_blob, avatar_media_type, avatar_width, avatar_height, avatar_alt,
                avatar_thumb_hash
            FROM user WHERE id = ? AND avatar_stamp IS NOT NULL
            """,
            row
        ) { LWWRegister(Photo($0, at: 1), at: $0.pushID(0) ?? .min) }
        if var former = former.first, !former.merge(setting) { return }
        try setPicture(setting.value, of: row)
        try run("UPDATE user SET avatar_stamp = ? WHERE id = ?", setting.stamp.data, row)
    }

    /// Writes the columns of a user's picture.
    func setPicture(_ photo: Photo?, of row: Int64) throws {
        try run(
            """
            UPDATE user SET avatar_blob = ?, avatar_media_type = ?, avatar_width = ?,
                avatar_height = ?, avatar_alt = ?, avatar_thumb_hash = ? WHERE id = ?
            """,
            photo?.blob.bytes,
            photo?.mediaType.rawValue,
            photo?.width,
            photo?.height,
            photo?.alt,
            photo?.thumbHash,
            row
        )
    }

    // MARK: Names

    private func claim(_ name: Username, by row: Int64, _ change: Change) throws {
        let former: String? = try one("SELECT username FROM user WHERE id = ?", row)
        let isSet = try run(
            """
            UPDATE user SET username = ?1, username_stamp = ?2, shown_name = ?1, search_key = ?1
            WHERE id = ?3 AND (username IS NULL OR username_stamp < ?2
                OR username_stamp = ?2 AND username < ?1)
            """,
            name.text,
            change.stamp.data,
            row
        )
        guard isSet > 0 else { return }
        try settleUsername(name.text, claimedBy: row)
        if let former, former != name.text { try settleUsername(former) }
    }

    /// Gives a name to its oldest claim, and a suffixed form to the second, who may have held it, and to
    /// the user who has just claimed it; all others have theirs already.
    private func settleUsername(_ name: String, claimedBy claimant: Int64? = nil) throws {
        let oldest = try rows(
            """
            SELECT id, uuid FROM user WHERE username = ? ORDER BY username_stamp, uuid LIMIT 2
            """,
            name
        ) { (row: $0[0] as Int64, id: User.ID(data: $0[1])) }
        guard let holder = oldest.first else { return }
        for claim in oldest.dropFirst() {
            try show(Username(name).suffixed(for: claim.id), claim.row)
        }
        if let claimant, claimant != holder.row, let id = try uuid(of: claimant) {
            try show(Username(name).suffixed(for: id), claimant)
        }
        try show(name, holder.row)
    }

    private func show(_ name: String, _ row: Int64) throws {
        try run("UPDATE user SET shown_name = ? WHERE id = ?", name, row)
        try renewSearchKey(of: row)
    }

    private func uuid(of row: Int64) throws -> User.ID? {
        try rows("SELECT uuid FROM user WHERE id = ?", row) { User.ID(data: $0[0]) }.first
    }

    private func renewSearchKey(of row: Int64) throws {
        guard let user = try user(row: row) else { return }
        try run(
            "UPDATE user SET search_key = ? WHERE id = ?",
            UserQuery.searchKey(user.username, user.displayName),
            row
        )
    }

    /// Settles a user's username once its stamp has changed.
    func renewUsername(of row: Int64) throws {
        let name: String? = try one("SELECT username FROM user WHERE id = ?", row)
        if let name { try settleUsername(name, claimedBy: row) }
    }

    // MARK: Leaving

    func removeUser(_ user: User.ID) throws {
        try run("INSERT INTO user (uuid) VALUES (?) ON CONFLICT DO NOTHING", user.data)
        guard let row = try row(of: user) else { return }
        batch?.users[user] = nil
        batch?.hasRemovedUsers = true
        // What follows changes the counts in the tables.
        try writeCounts()
        let name: String? = try one("SELECT username FROM user WHERE id = ?", row)
        let posts: [Post.ID] = try rows("SELECT id FROM post WHERE author = ?", row) {
            $0.identifier(0)
        }
        for post in posts { try deletePost(post) }
        let comments: [Comment.ID] = try rows("SELECT id FROM comment WHERE author = ?", row) {
            $0.identifier(0)
        }
        for comment in comments { try deleteComment(comment) }
        try writeCounts()
        try removeLikes(of: row)
        try removeFollows(of: row)
        try clearProfile(of: row)
        if let name { try settleUsername(name) }
        try release(user.data)
    }

    private func removeLikes(of row: Int64) throws {
        try run(
            """
            UPDATE post SET like_count = like_count - 1
            WHERE id IN (SELECT post FROM post_like WHERE user = ? AND is_set)
            """,
            row
        )
        try run("DELETE FROM post_like WHERE user = ?", row)
    }

    private func removeFollows(of row: Int64) throws {
        try run(
            """
            UPDATE user SET follower_count = follower_count - 1
            WHERE id IN (SELECT followed FROM follow WHERE follower = ? AND is_set)
            """,
            row
        )
        try run(
            """
            UPDATE user SET following_count = following_count - 1,
                following_version = following_version + 1
            WHERE id IN (SELECT follower FROM follow WHERE followed = ? AND is_set)
            """,
            row
        )
        try run("DELETE FROM follow WHERE follower = ?1 OR followed = ?1", row)
    }

    private func clearProfile(of row: Int64) throws {
        try run(
            """
            UPDATE user SET is_removed = 1, username = NULL, username_stamp = NULL, shown_name = NULL,
                search_key = NULL, display_name = NULL, display_name_stamp = NULL, bio = NULL,
                bio_stamp = NULL, url = NULL, url_stamp = NULL, avatar_stamp = NULL,
                avatar_blob = NULL, avatar_media_type = NULL, avatar_width = NULL,
                avatar_height = NULL, avatar_alt = NULL, avatar_thumb_hash = NULL,
                post_count = 0, follower_count = 0, following_count = 0
            WHERE id = ?
            """,
            row
        )
    }
}
