import Foundation
import TimelineCore

/// A post of an archive that the store contains.
struct AcceptedPost: Sendable {
    /// The ID of the post in the archive.
    let archived: PushID
    let id: BoundID<Post>
    let author: User.ID

    /// Creates a value from the step of a post, or returns `nil` for any other step.
    init?(_ step: ImportStep) {
        guard case .postSet(let id, _) = step.statements.first?.content,
            let archived = PushID(firebase: String(step.entry.dropFirst("posts/".count)))
        else { return nil }
        (self.archived, self.id, author) = (archived, id, step.author.id)
    }
}

extension FirebaseImport {
    /// Returns the steps that import the comments and likes on the given posts.
    ///
    /// Comments and likes that are invalid or belong to a rejected post are reported.
    ///
    /// - Throws: Any error thrown by the closure that receives rejections.
    mutating func replies(to posts: [PushID: AcceptedPost]) throws -> [ImportStep] {
        var steps: [ImportStep] = []
        for entry in archive.posts.all {
            guard case .success(let post) = entry.value else { continue }
            let target = entry.key.flatMap(PushID.init(firebase:)).flatMap { posts[$0] }
            let path = entry.path(in: "posts")
            steps += try self.steps(
                for: post.comments,
                of: \.comments,
                at: "\(path)/comments",
                on: target
            )
            steps += try self.steps(for: post.likes, of: \.likes, at: "\(path)/likes", on: target)
        }
        return steps
    }

    private mutating func steps<Reply: FirebaseReply>(
        for entries: FirebaseEntries<Reply>,
        of kind: FirebaseLedger.Kind,
        at path: String,
        on post: AcceptedPost?
    ) throws -> [ImportStep] {
        var likers: Set<User.ID> = []
        return try entries.all.compactMap { entry in
            let path = entry.path(in: path)
            do throws(EntryError) {
                var step = try step(for: entry, of: kind, at: path, on: post)
                if case .liked = step.statements.first?.content {
                    step.isDuplicateLike = !likers.insert(step.author.id).inserted
                }
                return step
            } catch {
                try ledger.reject(kind, at: path, for: error)
                return nil
            }
        }
    }

    private func step(
        for entry: FirebaseEntry<some FirebaseReply>,
        of kind: FirebaseLedger.Kind,
        at path: String,
        on post: AcceptedPost?
    ) throws(EntryError) -> ImportStep {
        guard let post else { throw .postRejected }
        let reply = try entry.value.get()
        let id = PushID(of: reply, key: entry.key ?? "", on: post.archived)
        let author = try roster.person(withUsername: reply.username)
        let now = engine.environment.now()
        try EntryError.rethrowing { () throws(TimelineError) in
            try id.validate(now: now)
            if let text = reply.comment { try TextField.comment.check(text) }
        }
        return ImportStep(
            kind: kind,
            entry: path,
            author: author,
            statements: [statement(of: reply, id, by: author.id, on: post)]
        )
    }

    /// Returns the statement of a comment or like with an ID in the archive.
    private func statement(
        of reply: some FirebaseReply,
        _ id: PushID,
        by author: User.ID,
        on post: AcceptedPost
    ) -> ImportedStatement {
        guard let text = reply.comment else {
            return ImportedStatement(.liked(post.id), at: id, postAuthor: post.author)
        }
        let nonce = nonces.nonce(of: id, by: author)
        let comment = BoundID<Comment>(
            milliseconds: id.milliseconds,
            nonce: nonce,
            author: author,
            on: post.id.id
        )
        return ImportedStatement(
            .commentAdded(nonce: nonce, post: post.id, text: text),
            at: comment.stamp,
            postAuthor: post.author
        )
    }
}
