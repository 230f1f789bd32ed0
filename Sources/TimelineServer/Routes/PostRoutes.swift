import HTTPTypes
import Hummingbird
import TimelineCore
import TimelinePages

/// The routes for the pages and forms of single posts.
struct PostRoutes {
    /// The helper that adds routes for pages.
    let pages: PageRoutes
    /// The helper that adds routes for forms.
    let forms: FormRoutes

    /// The maximum number of likers to read for the page of a post.
    ///
    /// The page shows two usernames, not including the viewer's.
    private static let likerLimit = 3
    /// The maximum number of users on a page with the likes of a post.
    private static let likersLimit = 60

    /// Adds the routes to the router.
    func add() {
        pages.router.get("post/:post") { [site = pages.site] request, context in
            let scope = RequestScope(site: site, request: request, context: context)
            let id = try scope.post()
            let session = scope.visitor.session
            let page: PostPage
            if let session {
                page = try await session.postPage(id)
            } else {
                page = try await scope.everyone().publicPostPage(id)
            }
            guard let session else { return Response(try await scope.pages().post(page)) }
            return Response(try await Self.page(page, for: session, in: scope))
        }
        pages.page("post/:post/likes") { session, scope in
            let post = try await session.post(scope.post())
            let users = try await session.likers(
                of: post.id,
                after: scope.query("after"),
                limit: Self.likersLimit
            )
            let next = users.count == Self.likersLimit ? users.last?.username : nil
            let followed = try await session.followed(among: users.map(\.id))
            return try await scope.pages()
                .likes(
                    of: post,
                    by: users,
                    after: next,
                    followed: followed
                )
        }
        addEditing()
        addLikes()
    }

    /// Returns the page of a post.
    ///
    /// If a comment was rejected, the page shows its text and the faults.
    static func page(
        _ page: PostPage,
        for session: UserSession,
        in scope: RequestScope,
        values: FormValues = [:],
        faults: [FormError] = []
    ) async throws -> HTML {
        try? await session.requestMissing(page.post.photos)  // The page shows the previews.
        let likers = try await session.likers(of: page.post.id, limit: likerLimit)
        return try await scope.pages()
            .post(
                page,
                likers: likers,
                restrictions: scope.site.restrictions(of: page.post.author.id, for: session),
                faults: faults,
                values: values
            )
    }

    private func addEditing() {
        pages.page("post/:post/edit") { session, scope in
            let post = try await session.ownPost(scope.post(), to: .editPost)
            return try await scope.pages().editPost(post)
        }
        forms.form("post/:post/edit") { submission, fault in
            let session = try submission.scope.visitor.requireSession()
            let post = try await session.ownPost(submission.scope.post(), to: .editPost)
            return try await submission.scope.pages()
                .editPost(
                    post,
                    values: submission.form.values,
                    alts: submission.form.all(.alt),
                    faults: [fault]
                )
        } action: { session, submission in
            let id = try submission.scope.post()
            try await session.edit(id, submission.form.postEdit())
            return try submission.answer(Done(), or: "/post/\(id)")
        }
        pages.page("post/:post/delete") { session, scope in
            let post = try await session.ownPost(scope.post(), to: .deletePost)
            return try await scope.pages().deletePost(post)
        }
        forms.form("post/:post/delete") { session, submission in
            try await session.delete(submission.scope.post())
            return try submission.answer(Done(), or: "/")
        }
    }

    private func addLikes() {
        forms.form("post/:post/like") { session, submission in
            try submission.answer(Likes(try await session.like(submission.scope.post())))
        }
        forms.form("post/:post/unlike") { session, submission in
            try submission.answer(Likes(try await session.unlike(submission.scope.post())))
        }
    }
}

extension Form {
    /// Returns the changes to a post.
    ///
    /// Fields that the form does not contain remain unchanged.
    ///
    /// - Throws: `TimelineError.invalidPlace` if the position is invalid.
    fileprivate func postEdit() throws(TimelineError) -> PostEdit {
        var edit = PostEdit()
        edit.caption = all(.caption).first
        for (index, alt) in all(.alt).enumerated() {
            edit.alts[index] = .some(alt.isEmpty ? nil : alt)
        }
        if !all(.place).isEmpty { edit.place = try place().map { .set($0) } ?? .cleared }
        return edit
    }
}

/// The response to the script after a post has been liked or unliked.
private struct Likes: Encodable {
    let likeCount: Int
    let likedByViewer: Bool

    init(_ post: PostView) {
        likeCount = post.likeCount
        likedByViewer = post.likedByViewer
    }
}

extension Submission {
    fileprivate func answer(_ likes: Likes) throws -> Response {
        try answer(likes, or: "/post/\(scope.post())")
    }
}

extension UserSession {
    /// Returns a post if the user of this session is its author.
    ///
    /// - Throws: `TimelineError.postNotFound`, or `TimelineError.notYours` if another user posted
    ///   it.
    fileprivate func ownPost(
        _ id: Post.ID,
        to action: TimelineError.Action
    ) async throws -> PostView {
        let post = try await post(id)
        guard post.author.id == userID else { throw TimelineError.notYours(action) }
        return post
    }
}

/// The routes for the page and the form for a new post.
struct NewPostRoutes {
    /// The parts that all routes share.
    let site: Site
    /// The helper that adds routes for pages.
    let pages: PageRoutes
    /// The helper that adds routes for forms.
    let forms: FormRoutes

    /// Adds the routes to the router.
    func add() {
        pages.page("new") { _, scope in try await scope.pages().newPost() }
        forms.form("new", limits: .post) { submission, fault in
            try await submission.scope.pages()
                .newPost(values: submission.form.values, faults: [fault])
        } action: { [site] session, submission in
            let form = submission.form
            let post = try await session.post(
                reading: site.forms.photos(of: form),
                caption: form[.caption],
                place: form.place()
            )
            let path = "/#post-\(post.id)"
            return try submission.answer(["location": path], or: path)
        }
    }
}

extension Form {
    /// Returns the place of a post, or `nil` if the form contains no name and no position.
    ///
    /// - Throws: `TimelineError.invalidPlace` if the position is invalid.
    func place() throws(TimelineError) -> Place? {
        let name = filled(.place)
        guard let position = filled(.position) else { return name.map { Place(name: $0) } }
        return Place(name: name, coordinate: try Coordinate(parsing: position))
    }
}

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
        forms.form("post/:post/comments") { submission, fault in
            let scope = submission.scope
            let session = try scope.visitor.requireSession()
            return try await PostRoutes.page(
                session.postPage(scope.post()),
                for: session,
                in: scope,
                values: submission.form.values,
                faults: [fault]
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
