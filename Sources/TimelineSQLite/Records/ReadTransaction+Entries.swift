import TimelineCore
import TimelineRecords

extension ReadTransaction: EntryReader {
    /// Calls `body` with everything that determines the shared data, in the order of the stamps.
    ///
    /// SQLite sorts one short row per entry, in temporary files if necessary. The contents of an
    /// entry are read only when the entry is passed to `body`. The few pending changes are read at
    /// the start.
    func forEachEntry(
        in times: ClosedRange<UInt64>,
        _ body: (SharedEntry) throws -> Void
    ) throws {
        var pending =
            try tables.pendingChanges()
            .filter { times.contains($0.stamp.milliseconds) }.filter(canHaveEffect)
            .sorted { $0.stamp < $1.stamp }[...]
        let first = PushID(milliseconds: times.lowerBound, random: (0, 0))
        let last = PushID(milliseconds: times.upperBound, random: (.max, .max))
        try statement(EntryHead.sql)
            .forEach(first, last) { row in
                let head = EntryHead(row)
                while let change = pending.first, change.stamp < head.stamp {
                    try body(SharedEntry(.change(change)))
                    pending.removeFirst()
                }
                if let entry = try entry(head) { try body(entry) }
            }
        for change in pending { try body(SharedEntry(.change(change))) }
    }

    /// Returns whether a pending change may still have an effect.
    private func canHaveEffect(_ change: Change) throws -> Bool {
        guard try existence(of: .user(change.author)) != .deleted else { return false }
        return try change.readiness(existence(of:)) != .obsolete
    }

    private func existence(of dependency: Dependency) throws -> Existence {
        switch dependency {
        case .user(let user):
            if try exists(user) { return .present }
            return try statement("SELECT 1 FROM user WHERE uuid = ? AND is_removed").exists(user)
                ? .deleted : .missing
        case .post(let post):
            if try statement("SELECT 1 FROM post WHERE id = ?").exists(post) { return .present }
            return try statement("SELECT 1 FROM deleted_post WHERE id = ?").exists(post)
                ? .deleted : .missing
        }
    }

    /// Reads an entry, or returns `nil` if a record sets its register.
    private func entry(_ head: EntryHead) throws -> SharedEntry? {
        if head.kind == .record {
            return try statement("SELECT \(RecordColumns.sql) FROM record WHERE row = ?")
                .first(Int64(head.number)) { SharedEntry(.record(try VerifiedRecord($0))) }
        }
        guard let action = try action(head) else { return nil }
        let change = Change(stamp: head.stamp, author: head.author, action: action)
        // Only users with keys have records.
        let isSigned = head.author.isDerivedFromKey || head.kind == .deletedPost
        if isSigned, let register = change.register, try record(setting: register) != nil {
            return nil
        }
        return SharedEntry(.change(change), postAuthor: head.postAuthor)
    }

    private func action(_ head: EntryHead) throws -> Intent? {
        let post = Post.ID(head.subject)
        switch head.kind {
        case .record: return nil
        case .post, .caption, .place, .alt:
            return try self.post(post, for: nil).flatMap { head.action(on: $0) }
        case .comment:
            return try comment(Comment.ID(head.subject))
                .map { .commentAdded($0.post, text: $0.text) }
        case .like: return head.number == 0 ? .unliked(post) : .liked(post)
        case .follow:
            return head.number == 0 ? .unfollowed(head.followed) : .followed(head.followed)
        case .profileField: return try profileUpdate(head).map { .profileUpdated($0) }
        case .removedUser: return .profileRemoved
        case .deletedPost: return .postDeleted(post)
        case .deletedComment: return .commentDeleted(Comment.ID(head.subject))
        }
    }

    private func profileUpdate(_ head: EntryHead) throws -> ProfileUpdate? {
        try statement(
            """
            SELECT username, display_name, bio, url, \(Photo.columns("avatar_"))
            FROM user WHERE uuid = ?
            """
        )
        .first(head.author) { row in
            func field<Value>(_ value: Value?) -> ProfileUpdate.Field<Value> {
                value.map { .set($0) } ?? .cleared
            }
            switch ProfileSetting.Field(rawValue: UInt64(head.number)) {
            case .username:
                // The doctor reports an invalid username.
                return (try? Username(row.text(0))).map { ProfileUpdate(username: $0) }
            case .displayName: return ProfileUpdate(displayName: field(row.optionalText(1)))
            case .bio: return ProfileUpdate(bio: field(row.optionalText(2)))
            case .url: return ProfileUpdate(url: field(row.optionalText(3)))
            case .photo: return ProfileUpdate(avatar: field(Photo(row, at: 4)))
            case nil: return nil
            }
        } ?? nil
    }
}

/// The sort key of an entry.
private struct EntryHead {
    /// The table or column that contains the entry, with its number in ``sql``.
    enum Kind: Int {
        case record, post, caption, place, alt, comment, like, follow, profileField, removedUser
        case deletedPost, deletedComment
    }

    let kind: Kind
    let stamp: PushID
    let author: User.ID
    /// The ID of the post or comment.
    let subject: PushID
    let followed: User.ID
    /// The row of a record, the position of a photo, the number of a field, or whether a like or
    /// follow is set.
    let number: Int
    let postAuthor: User.ID?

    /// The query for all keys.
    ///
    /// Posts and comments by removed users that have not been purged yet count as deleted.
    static let sql = """
        SELECT * FROM (SELECT 0, stamp AS stamp, author, NULL, row, NULL FROM record
        UNION ALL SELECT 1, p.id, u.uuid, p.id, 0, NULL
            FROM post p JOIN user u ON u.id = p.author WHERE NOT u.is_removed
        UNION ALL SELECT 2, p.caption_stamp, u.uuid, p.id, 0, NULL
            FROM post p JOIN user u ON u.id = p.author
            WHERE p.caption_stamp <> p.id AND NOT u.is_removed
        UNION ALL SELECT 3, p.place_stamp, u.uuid, p.id, 0, NULL
            FROM post p JOIN user u ON u.id = p.author
            WHERE p.place_stamp IS NOT NULL AND NOT u.is_removed
        UNION ALL SELECT 4, h.alt_stamp, u.uuid, h.post, h.position, NULL
            FROM photo h JOIN post p ON p.id = h.post JOIN user u ON u.id = p.author
            WHERE h.alt_stamp IS NOT NULL AND NOT u.is_removed
        UNION ALL SELECT 5, c.id, u.uuid, c.id, 0, o.uuid
            FROM comment c JOIN user u ON u.id = c.author JOIN user o ON o.id = c.post_author
            WHERE NOT u.is_removed AND NOT o.is_removed
        UNION ALL SELECT 6, l.stamp, u.uuid, l.post, l.is_set, o.uuid
            FROM post_like l JOIN user u ON u.id = l.user JOIN user o ON o.id = l.author
            WHERE NOT o.is_removed
        UNION ALL SELECT 7, f.stamp, u.uuid, o.uuid, f.is_set, NULL
            FROM follow f JOIN user u ON u.id = f.follower JOIN user o ON o.id = f.followed
        UNION ALL SELECT 8, username_stamp, uuid, NULL, 1, NULL FROM user
            WHERE username_stamp IS NOT NULL
        UNION ALL SELECT 8, display_name_stamp, uuid, NULL, 2, NULL FROM user
            WHERE display_name_stamp IS NOT NULL
        UNION ALL SELECT 8, bio_stamp, uuid, NULL, 3, NULL FROM user WHERE bio_stamp IS NOT NULL
        UNION ALL SELECT 8, url_stamp, uuid, NULL, 4, NULL FROM user WHERE url_stamp IS NOT NULL
        UNION ALL SELECT 8, avatar_stamp, uuid, NULL, 5, NULL FROM user
            WHERE avatar_stamp IS NOT NULL
        UNION ALL SELECT 9, newest_stamp, uuid, NULL, 0, NULL FROM user WHERE is_removed
        UNION ALL SELECT 10, id, NULL, id, 0, NULL FROM deleted_post
        UNION ALL SELECT 10, p.id, NULL, p.id, 0, NULL
            FROM post p JOIN user u ON u.id = p.author WHERE u.is_removed
        UNION ALL SELECT 11, id, NULL, id, 0, NULL FROM deleted_comment
        UNION ALL SELECT 11, c.id, NULL, c.id, 0, NULL
            FROM comment c JOIN user u ON u.id = c.author JOIN user o ON o.id = c.post_author
            WHERE u.is_removed AND NOT o.is_removed)
        WHERE stamp BETWEEN ?1 AND ?2
        ORDER BY stamp
        """

    init(_ row: ResultRow) {
        // The query returns only the raw values of these cases.
        kind = Kind(rawValue: row.int(0)) ?? .record
        stamp = row.pushID(1)
        author = row.userID(2)
        subject = row.pushID(3)
        followed = row.userID(3)
        number = row.int(4)
        postAuthor = row.isNull(5) ? nil : row.userID(5)
    }

    /// Returns the action that adds or edits a post, or `nil` if the post has no such photo.
    func action(on post: PostView) -> Intent? {
        switch kind {
        case .caption: return .captionEdited(post.id, caption: post.caption)
        case .place: return .placeEdited(post.id, place: post.place)
        case .alt:
            guard post.photos.indices.contains(number) else { return nil }
            return .altEdited(post.id, photo: number, alt: post.photos[number].alt)
        default:
            let content = Post.Content(
                caption: post.caption,
                photos: post.photos,
                place: post.place
            )
            return .postAdded(content)
        }
    }
}
