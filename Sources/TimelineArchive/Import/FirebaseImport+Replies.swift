import Foundation
import TimelineCore

extension FirebaseImport {
    /// Returns the steps that import the comments and likes on the given posts.
    ///
    /// Comments and likes that are invalid or belong to a rejected post are reported.
    ///
    /// - Throws: Any error thrown by the closure that receives rejections.
    mutating func replies(to posts: Set<Post.ID>) throws -> [ImportStep] {
        var steps: [ImportStep] = []
        for entry in archive.posts.all {
            guard case .success(let post) = entry.value else { continue }
            let id = entry.key.flatMap(PushID.init(firebase:)).map { Post.ID($0) }
            let target = id.flatMap { posts.contains($0) ? $0 : nil }
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
        on post: Post.ID?
    ) throws -> [ImportStep] {
        let now = engine.environment.now()
        var likers: Set<User.ID> = []
        return try entries.all.compactMap { entry in
            let path = entry.path(in: path)
            do throws(EntryFault) {
                let change = try change(for: entry, on: post)
                try change.check(now: now)
                var step = ImportStep(kind: kind, entry: path, change: change)
                if case .liked = change.action {
                    step.isDuplicateLike = !likers.insert(change.author).inserted
                }
                return step
            } catch {
                try ledger.reject(kind, at: path, for: error)
                return nil
            }
        }
    }

    private func change(
        for entry: FirebaseEntry<some FirebaseReply>,
        on post: Post.ID?
    ) throws(EntryFault) -> Change {
        guard let post else { throw .postRejected }
        let reply = try entry.value.get()
        return Change(
            stamp: PushID(of: reply, key: entry.key ?? "", on: post),
            author: try roster.user(withUsername: reply.username),
            action: reply.action(on: post)
        )
    }
}
