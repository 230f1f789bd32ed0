import Hummingbird
import TimelineCore

/// The media of the Instagram API: posts, their likes and their comments.
struct InstagramMedia {
    /// The helper that adds routes of the Instagram API.
    let routes: InstagramRoutes

    private static let read = "read:statuses"
    private static let comment = "write:statuses"
    private static let like = "write:favourites"
    /// The maximum number of comments in a list.
    private static let commentLimit = 150

    /// Adds the routes to the router.
    func add() {
        addLists()
        addLikes()
        addComments()
        for path in ["v1/media/:id", "v1/media/shortcode/:id"] {
            routes.get(path, .reader(Self.read)) { call in
                let post = try await call.shownPost()
                let writer = try await call.instagram(of: [post])
                return call.envelope { writer.media(post, into: &$0) }
            }
        }
    }

    private func addLists() {
        routes.get("v1/media/popular", .reader(Self.read)) { call in
            let limit = call.parameters.limit(
                InstagramRange.usual,
                atMost: InstagramRange.most,
                named: "count"
            )
            let posts: [PopularPost]
            if let session = call.session {
                posts = try await session.popularPosts(limit: limit)
            } else {
                posts = try await call.guest.publicPopularPosts(limit: limit)
            }
            return try await call.media(posts.map(\.post))
        }
        routes.get("v1/media/search", .reader(Self.read)) { call in
            try await call.media(.near(call.searchArea()))
        }
    }

    private func addLikes() {
        let path = "v1/media/:id/likes"
        routes.get(path, .reader(Self.read)) { call in
            try await call.people(.likers(of: call.shownPost().id))
        }
        routes.on(.post, path, requiring: Self.like) { call in
            _ = try await call.user().like(call.shownPost().id)
            return call.envelope { $0.null() }
        }
        routes.on(.delete, path, requiring: Self.like) { call in
            _ = try await call.user().unlike(call.shownPost().id)
            return call.envelope { $0.null() }
        }
    }

    private func addComments() {
        let path = "v1/media/:id/comments"
        routes.get(path, .reader(Self.read)) { call in
            let comments = try await call.page(of: call.post()).comments
            let writer = try await call.instagram()
            return call.envelope(comments.suffix(Self.commentLimit)) {
                writer.comment($1, into: &$0)
            }
        }
        routes.on(.post, path, requiring: Self.comment) { call in
            let comment = try await call.user()
                .comment(on: call.shownPost().id, call.parameters["text"] ?? "")
            let writer = try await call.instagram()
            return call.envelope { writer.comment(comment, into: &$0) }
        }
        routes.on(.delete, "\(path)/:comment", requiring: Self.comment) { call in
            let text = call.path("comment")
            let (session, post) = (try call.user(), try await call.shownPost().id)
            guard let id = Comment.ID(text), try await session.comment(id).post == post else {
                throw TimelineError.commentNotFound(text)
            }
            try await session.delete(id)
            return call.envelope { $0.null() }
        }
    }
}

extension APICall {
    /// Returns the post in the path.
    ///
    /// To people who have blocked each other, the posts of the other do not exist.
    ///
    /// - Throws: `TimelineError.postNotFound`.
    fileprivate func shownPost() async throws -> PostView {
        let id = try post()
        guard let session else { return try await guest.publicPostPage(id).post }
        return try await session.post(id)
    }
}
