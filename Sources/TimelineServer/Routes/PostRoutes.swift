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
        addBookmarks()
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
        forms.form("post/:post/edit") { submission, faults in
            let session = try submission.scope.visitor.requireSession()
            let post = try await session.ownPost(submission.scope.post(), to: .editPost)
            return try await submission.scope.pages()
                .editPost(
                    post,
                    values: submission.form.values,
                    alts: submission.form.all(.alt),
                    faults: faults
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
        pages.page("likes") { session, scope in
            let page = try await session.likedPosts(
                before: scope.cursor(),
                limit: FeedRoutes.gridLimit
            )
            return try await scope.pages().likedPosts(page)
        }
    }

    private func addBookmarks() {
        forms.form("post/:post/bookmark") { session, submission in
            let id = try submission.scope.post()
            try await session.bookmark(id)
            return try submission.answer(Done(), or: "/post/\(id)")
        }
        forms.form("post/:post/unbookmark") { session, submission in
            try await session.unbookmark(submission.scope.post())
            return try submission.answer(Done(), or: "/bookmarks")
        }
        pages.page("bookmarks") { session, scope in
            let page = try await session.bookmarks(
                before: scope.cursor(),
                limit: FeedRoutes.gridLimit
            )
            return try await scope.pages().bookmarks(page)
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
