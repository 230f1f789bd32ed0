import HTTPTypes
import Hummingbird
import TimelineCore
import TimelinePages

/// The routes for comments on posts.
struct CommentRoutes {
    /// The parts that all routes share.
    let site: Site
    /// The helper that adds routes for pages.
    let pages: PageRoutes
    /// The helper that adds routes for forms.
    let forms: FormRoutes

    /// Adds the routes to the router.
    func add() {
        forms.form("post/:post/comments") { submission, faults in
            let scope = submission.scope
            let session = try scope.visitor.requireSession()
            return try await PostRoutes.page(
                session.postPage(scope.post()),
                for: session,
                in: scope,
                values: submission.form.values,
                faults: faults
            )
        } action: { session, submission in
            let id = try submission.scope.post()
            let comment = try await session.comment(on: id, submission.form[.text])
            let post = try await session.post(id)
            let markup = try await submission.scope.pages().comment(comment, on: post)
            return try submission.answer(
                CommentMarkup(html: markup.string, commentCount: post.commentCount),
                or: "/post/\(post.id)#comment-\(comment.id)"
            )
        }
        site.addNewerComments(to: pages.router)
        pages.page("comment/:comment/delete") { session, scope in
            try await scope.pages().deleteComment(try await session.comment(scope.comment()))
        }
        forms.form("comment/:comment/delete") { session, submission in
            let comment = try await session.comment(submission.scope.comment())
            try await session.delete(comment.id)
            let post = try await session.post(comment.post)
            return try submission.answer(
                ["commentCount": post.commentCount],
                or: "/post/\(post.id)"
            )
        }
    }
}

/// A response to the script, with the HTML of comments.
private struct CommentMarkup: Encodable {
    let html: String
    let commentCount: Int
}

extension Site {
    /// The maximum number of comments in a response.
    private static let newerLimit = 100

    /// Adds the route for comments that are newer than the last one on a page.
    fileprivate func addNewerComments(to router: Router<ServerContext>) {
        router.get("post/:post/comments") { request, context in
            let scope = RequestScope(site: self, request: request, context: context)
            let session = try scope.visitor.requireSession()
            let post = try await session.post(scope.post())
            let comments = try await session.comments(
                on: post.id,
                after: scope.query("after").flatMap { Comment.ID($0) },
                limit: Self.newerLimit
            )
            let pages = try await scope.pages()
            let html = comments.map { pages.comment($0, on: post).string }.joined()
            return try JSONResponse.answer(
                CommentMarkup(html: html, commentCount: post.commentCount)
            )
        }
    }
}

extension RequestScope {
    /// Returns the ID of the comment in the path.
    ///
    /// - Throws: `TimelineError.commentNotFound` if it is not a valid ID.
    fileprivate func comment() throws(TimelineError) -> Comment.ID {
        guard let id = Comment.ID(path("comment")) else {
            throw .commentNotFound(path("comment"))
        }
        return id
    }
}
