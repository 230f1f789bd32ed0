/// A post or a comment, as a list of what a user has written contains them.
package enum PostOrComment: Hashable, Sendable {
    /// A post.
    case post(PostView)
    /// A comment.
    case comment(CommentView)

    /// The ID, in the common order of posts and comments.
    package var id: PushID {
        switch self {
        case .post(let post): post.id.pushID
        case .comment(let comment): comment.id.pushID
        }
    }

    /// The ID of the post, or of that on which the comment is.
    package var post: Post.ID {
        switch self {
        case .post(let post): post.id
        case .comment(let comment): comment.post
        }
    }

    /// The caption or the text.
    package var text: String {
        switch self {
        case .post(let post): post.caption
        case .comment(let comment): comment.text
        }
    }
}

/// One page of what a user has written, posts and comments, newest first.
package struct WrittenPage: Sendable {
    /// The posts and comments, newest first.
    package let items: [PostOrComment]
    /// The bound before which the next page downward starts, or `nil` at the end.
    package let next: PushID?

    fileprivate init(_ items: [PostOrComment], next: PushID?) {
        (self.items, self.next) = (items, next)
    }
}

/// A part of what a user has written.
package struct WrittenRange: Sendable {
    /// The user.
    package let author: User.ID
    /// The tag that all posts of the list have, or `nil` for all posts and comments.
    package let tag: Tag?
    /// The bounds, each of which may be the ID of a post or comment, and the maximum number of
    /// items.
    package let bounds: PostRange
    /// Whether the page has the oldest items in the bounds, directly above the lower one, instead of
    /// the newest ones.
    package let isUpward: Bool

    /// Creates a range.
    ///
    /// The limit of an upward range is at most 10,000.
    package init(by author: User.ID, tagged tag: Tag? = nil, _ bounds: PostRange, isUpward: Bool) {
        (self.author, self.tag, self.bounds, self.isUpward) = (author, tag, bounds, isUpward)
    }

    /// Returns the rest of the range after some items at the end where the page starts.
    fileprivate func rest(after ids: [Post.ID], limit: Int) -> WrittenRange {
        let bounds = PostRange(
            before: isUpward ? bounds.before : ids.last ?? bounds.before,
            after: isUpward ? ids.first ?? bounds.after : bounds.after,
            limit: limit
        )
        return WrittenRange(by: author, tagged: tag, bounds, isUpward: isUpward)
    }
}

extension Principal {
    /// Returns one page of what a user has written: posts and comments, newest first, read in one
    /// snapshot.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)``, or ``TimelineError/notLoggedIn`` if the session
    ///   has ended.
    package func written(in range: WrittenRange) async throws -> WrittenPage {
        try await read { reader, _, viewer in
            _ = try reader.requireUser(range.author)
            let ids = try reader.writtenIDs(in: range)
            let isLast = !range.isUpward && ids.count < range.bounds.limit
            return WrittenPage(
                try reader.items(ids.map(\.pushID), for: viewer),
                next: isLast ? nil : ids.last?.pushID
            )
        }
    }
}

extension Principal {
    /// Returns the posts and comments with the given IDs in the given order, as this principal sees
    /// them, read in one snapshot.
    ///
    /// Those that do not exist are left out.
    ///
    /// - Throws: ``TimelineError/notLoggedIn`` if the session has ended, or a storage error.
    package func items(_ ids: [PushID]) async throws -> [PostOrComment] {
        try await read { reader, _, viewer in try reader.items(ids, for: viewer) }
    }
}

extension Guest {
    /// Returns the public posts and comments with the given IDs to anyone, in the given order, read
    /// in one snapshot.
    ///
    /// Others are left out.
    ///
    /// - Throws: A storage error.
    package func publicItems(_ ids: [PushID]) async throws -> [PostOrComment] {
        try await readPublic { view in try view.shown(view.social.items(ids, for: nil)) }
    }

    /// Returns one page of what a user has written to anyone: posts, and comments on posts by users
    /// with an account in this store.
    ///
    /// - Returns: The page, which may be shorter than its limit although it has a cursor for the next
    ///   page. It is empty only if more than 30 times as many comments are not public.
    /// - Throws: ``TimelineError/userNotFound(_:)`` if the user does not exist or has no account.
    package func publicWritten(in range: WrittenRange) async throws -> WrittenPage {
        try await readPublic { view in
            try view.requireUser(range.author)
            var rest = range
            // In the direction of the page.
            let found = try view.filled(range.bounds.limit) { count in
                let ids = try view.social.writtenIDs(in: rest.rest(after: [], limit: count))
                rest = rest.rest(after: ids, limit: count)
                let shown = try view.shown(view.social.items(ids.map(\.pushID), for: nil))
                return (range.isUpward ? shown.reversed() : shown, ids.count == count)
            }
            let items = Array(found.items.prefix(range.bounds.limit))
            if range.isUpward { return WrittenPage(items.reversed(), next: items.first?.id) }
            let end = found.hasMore ? rest.bounds.before.pushID : nil
            return WrittenPage(
                items,
                next: found.items.count > items.count ? items.last?.id : end
            )
        }
    }
}

extension PublicView {
    /// Returns those of some posts and comments that anyone may see.
    fileprivate func shown(_ items: [PostOrComment]) throws -> [PostOrComment] {
        try items.compactMap { item in
            switch item {
            case .post(let post): return try shown([post]).first.map(PostOrComment.post)
            case .comment(let comment):
                guard try includes(comment.author.id),
                    let author = try social.post(comment.post, for: nil)?.author.id,
                    try includes(author)
                else { return nil }
                return item
            }
        }
    }
}

extension SocialReader {
    /// Returns the IDs of the posts and comments on a page, newest first.
    fileprivate func writtenIDs(in range: WrittenRange) throws -> [Post.ID] {
        guard range.isUpward else { return try newestWrittenIDs(in: range) }
        let bounds = range.bounds
        return try UpwardSearch(above: bounds.lowerBound, limit: bounds.limit)
            .ids { part in
                let part = PostRange(
                    before: min(part.before, bounds.before),
                    after: part.after,
                    limit: part.limit
                )
                return try newestWrittenIDs(
                    in: WrittenRange(by: range.author, tagged: range.tag, part, isUpward: false)
                )
            }
    }

    /// Returns the IDs of the newest posts and comments in a range, newest first.
    private func newestWrittenIDs(in range: WrittenRange) throws -> [Post.ID] {
        let bounds = range.bounds
        if let tag = range.tag { return try postIDs(by: range.author, tagged: tag, in: bounds) }
        let posts = try postIDs(.by(range.author), in: bounds)
        let comments = try commentIDs(by: range.author, in: bounds)
        return TimelineMerge.newest(bounds.limit, of: [posts, comments.map { Post.ID($0.pushID) }])
    }

    /// Returns the IDs of a user's posts with a tag within a range, newest first.
    ///
    /// It looks up the tag for each of the user's posts until there are enough.
    private func postIDs(
        by author: User.ID,
        tagged tag: Tag,
        in range: PostRange
    ) throws -> [Post.ID] {
        var (tagged, before, isLast) = ([Post.ID](), range.before, false)
        while !isLast, tagged.count < range.limit {
            let part = PostRange(before: before, after: range.after, limit: 100)
            let ids = try postIDs(.by(author), in: part)
            tagged += try ids.filter { id in
                let upToID = PostRange(before: Post.ID(id.pushID.successor), limit: 1)
                return try postIDs(.tagged(tag), in: upToID).first == id
            }
            (before, isLast) = (ids.last ?? before, ids.count < part.limit)
        }
        return Array(tagged.prefix(range.limit))
    }

    /// Returns the posts and comments with the given IDs in the given order, without missing ones.
    fileprivate func items(_ ids: [PushID], for viewer: User.ID?) throws -> [PostOrComment] {
        var posts: [PushID: PostView] = [:]
        for post in try self.posts(ids.map(Post.ID.init), for: viewer) {
            posts[post.id.pushID] = post
        }
        return try ids.compactMap { id in
            if let post = posts[id] { return .post(post) }
            return try commentView(Comment.ID(id)).map(PostOrComment.comment)
        }
    }
}
