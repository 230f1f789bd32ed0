import Foundation
import GRDB
import TimelineCore

extension SQLiteSocial {
    /// Applies what `draft` makes of the store; the transaction around it makes the batch atomic.
    @discardableResult
    func apply(drafting draft: (any SocialReader) throws -> CheckedBatch) throws -> [Change] {
        let changes = try draft(self).changes
        guard !changes.isEmpty else { return [] }
        var tables = self
        tables.batch = try BatchCache(self)
        try changes.checkIdentifiers(isTaken: tables.isTaken(by:))
        for change in changes { try tables.apply(change) }
        // A moved item that comes again must not bring its stamp from the future back.
        try noteStamps(of: changes.filter { try $0.resolved(tables.currentID) != nil })
        try tables.writeTexts()
        try tables.writeCounts()
        if let newest = changes.map(\.stamp).max() {
            try run(
                """
                UPDATE clock SET newest = max(newest, ?), late_posts = late_posts + ?,
                    deletions = deletions + ?, epoch = epoch + 1
                """,
                newest.data,
                tables.batch?.hasLatePosts == true ? 1 : 0,
                tables.batch?.hasDeletions == true ? 1 : 0
            )
        }
        return changes
    }

    private func apply(_ unresolved: Change) throws {
        guard let change = try unresolved.resolved(currentID) else { return }
        if try isRemoved(change.author) { return try abandon(change) }
        switch change.action {
        case .profileUpdated(let update): try updateProfile(update, change)
        case .profileRemoved: try removeUser(change.author)
        case .postAdded(let content): try addPost(content, change)
        case .captionEdited(let post, let caption): try editCaption(of: post, to: caption, change)
        case .postDeleted(let post): try deletePost(post)
        case .commentAdded(let post, let text): try addComment(text, on: post, change)
        case .commentDeleted(let comment): try deleteComment(comment)
        case .liked(let post): try setLike(true, of: post, change)
        case .unliked(let post): try setLike(false, of: post, change)
        case .followed(let user): try setFollow(true, of: user, change)
        case .unfollowed(let user): try setFollow(false, of: user, change)
        }
    }

    /// Drops a change of a user who left; only what it deletes stays deleted.
    private func abandon(_ change: Change) throws {
        switch change.action {
        case .postDeleted(let post): try deletePost(post)
        case .commentDeleted(let comment): try deleteComment(comment)
        default: break
        }
    }

    private func isRemoved(_ user: User.ID) throws -> Bool {
        guard batch?.hasRemovedUsers != false else { return false }
        return try exists("SELECT 1 FROM user WHERE uuid = ? AND is_removed", user.data)
    }

    // MARK: Waiting

    /// The row of a user that a change needs, or `nil` when the change waits or was dropped.
    func row(of user: User.ID, neededBy change: Change) throws -> Int64? {
        if let known = batch?.users[user] { return known }
        let known = try knownRow(of: user)
        if let known { batch?.users[user] = known }
        if known == nil, try !isRemoved(user) { try wait(change, for: user.data) }
        return known
    }

    private func knownRow(of user: User.ID) throws -> Int64? {
        let statement = try HotStatement(
            "SELECT id FROM user WHERE uuid = ? AND username IS NOT NULL",
            in: database
        )
        statement.bind(user.data, at: 1)
        return try statement.first { $0.int(0) }
    }

    /// Whether a post that a change needs is there; if not, the change waits or was dropped.
    func isThere(_ post: Post.ID, neededBy change: Change) throws -> Bool {
        if batch?.addedPosts.contains(post) == true { return true }
        let statement = try HotStatement("SELECT 1 FROM post WHERE id = ?", in: database)
        statement.bind(post.pushID, at: 1)
        if try statement.first({ _ in true }) != nil { return true }
        if try !isDeleted(post) { try wait(change, for: post.data) }
        return false
    }

    func isDeleted(_ post: Post.ID) throws -> Bool {
        guard batch?.hasDeletedPosts != false else { return false }
        return try exists("SELECT 1 FROM deleted_post WHERE id = ?", post.data)
    }

    private func wait(_ change: Change, for dependency: Data) throws {
        batch?.hasWaitingChanges = true
        try run(
            "INSERT INTO waiting_change VALUES (?, ?) ON CONFLICT DO NOTHING",
            dependency,
            JSONText.of(change)
        )
    }

    /// Applies what waited for a user or a post.
    func release(_ dependency: @autoclosure () -> Data) throws {
        guard batch?.hasWaitingChanges != false else { return }
        let dependency = dependency()
        let changes = try rows(
            "SELECT change FROM waiting_change WHERE dependency = ? ORDER BY change",
            dependency,
        ) { row in
            // The doctor reports one that cannot be read.
            (text: row[0] as String, change: try? Change(pending: row[0]))
        }
        // All are removed before the first is applied, since it may wait again.
        for (text, change) in changes where change != nil {
            try run(
                "DELETE FROM waiting_change WHERE dependency = ? AND change = ?",
                dependency,
                text
            )
        }
        for change in changes.compactMap(\.change) { try apply(change) }
    }

    /// Drops pending changes that add a post or a comment that has been deleted.
    func dropPending(_ action: PendingAddition, _ id: PushID) throws {
        guard batch?.hasWaitingChanges != false else { return }
        try run(
            """
            DELETE FROM waiting_change WHERE json_extract(change, '$.stamp') = ?
                AND json_type(change, '$.action.\(action.rawValue)') IS NOT NULL
            """,
            id.description
        )
    }

    /// The kinds of changes that a deletion drops, as the JSON of a change spells them.
    enum PendingAddition: String {
        case post = "postAdded"
        case comment = "commentAdded"
    }

    /// The changes that wait for a user or a post and can be read, in the order in which they are applied.
    func waitingChanges(for dependency: Data) throws -> [Change] {
        try rows(
            "SELECT change FROM waiting_change WHERE dependency = ? ORDER BY change",
            dependency
        ) { $0[0] as String }
        // The doctor reports those that cannot be read.
        .compactMap { try? Change(pending: $0) }
    }
}

extension Change {
    /// Reads the text of a pending change.
    init(pending text: String) throws {
        self = try JSONDecoder().decode(Change.self, from: Data(text.utf8))
    }
}
