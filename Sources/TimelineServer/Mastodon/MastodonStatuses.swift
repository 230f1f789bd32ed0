import HTTPTypes
import Hummingbird
import TimelineCore

/// The statuses of the Mastodon API: posting, commenting, liking, bookmarking, editing, deleting.
struct MastodonStatuses {
    /// The helper that adds routes of client APIs.
    let api: APIRoutes

    private static let read = "read:statuses"
    private static let write = "write:statuses"

    /// Adds the routes to the router.
    func add() {
        addReading()
        addWriting()
        addMarks()
    }

    // MARK: Reading

    private func addReading() {
        api.get("api/v1/statuses", .reader(Self.read)) { call in
            let ids = call.parameters.all("id").prefix(40).compactMap { PushID($0) }
            guard let session = call.session else {
                return try await call.statuses(call.guest.publicItems(ids), headers: [:])
            }
            return try await call.statuses(session.items(ids), headers: [:])
        }
        api.get("api/v1/statuses/:id", .reader(Self.read)) { call in
            try await call.response(to: call.item())
        }
        api.get("api/v1/statuses/:id/context", .reader(Self.read)) { call in
            var ancestors: [PostView] = []
            var descendants: [CommentView] = []
            switch try await call.item() {
            case .post(let post): descendants = try await call.page(of: post.id).comments
            case .comment(let comment): ancestors = [try await call.page(of: comment.post).post]
            }
            let writer = try await call.writer(of: ancestors, comments: descendants)
            return Response { json in
                json.array("ancestors", of: ancestors) { writer.status($1, into: &$0) }
                json.array("descendants", of: descendants) { writer.status($1, into: &$0) }
            }
        }
        api.get("api/v1/statuses/:id/source", .user(Self.read)) { call in
            let item = try await call.item()
            return Response { json in
                json.field("id", item.id.description)
                json.field("text", item.text)
                json.field("spoiler_text", "")
            }
        }
        api.get("api/v1/statuses/:id/history", .reader(Self.read)) { call in
            try await call.history(of: call.item())
        }
        api.get("api/v1/statuses/:id/card", .reader(Self.read)) { _ in Response { _ in } }
        api.get("api/v1/statuses/:id/favourited_by", .reader(Self.read)) { call in
            guard case .post(let post) = try await call.item() else {
                return try await call.accounts([])
            }
            return try await call.list(.likers(of: post.id), most: 80)
        }
        api.get("api/v1/statuses/:id/reblogged_by", .reader(Self.read)) { call in
            _ = try await call.item()
            return try await call.accounts([])
        }
    }

    // MARK: Writing

    private func addWriting() {
        api.post("api/v1/statuses", .user(Self.write)) { call in
            let parameters = call.parameters
            try call.checkVisibility()
            guard parameters["scheduled_at"] == nil, parameters["poll[options]"] == nil else {
                throw APIError.unsupported(APIText.onlyPhotos)
            }
            let key = call.request.headers[named: "Idempotency-Key"]
            let uploads = parameters.all("media_ids")
            try call.checkWarning(withPhotos: !uploads.isEmpty)
            let text = parameters.text("status") ?? ""
            if let id = parameters["in_reply_to_id"] {
                guard uploads.isEmpty else { throw APIError.unsupported(APIText.repliesHavePhotos) }
                let comment = try await call.user()
                    .comment(on: call.item(id).post, text: text, idempotencyKey: key)
                return try await call.status(comment.comment)
            }
            guard !uploads.isEmpty else { throw APIError.unsupported(APIText.photoMissing) }
            do {
                let post = try await call.user()
                    .post(
                        uploads: uploads.map(Upload.ID.init(parsing:)),
                        caption: text,
                        idempotencyKey: key
                    )
                return try await call.status(post.post)
            } catch TimelineError.itemNotFound {
                throw APIError.unsupported(APIText.uploadMissing)
            }
        }
        api.on(.put, "api/v1/statuses/:id", .user(Self.write)) { call in
            guard case .post(let post) = try await call.item() else {
                throw APIError.unsupported(APIText.commentsStay)
            }
            try call.checkWarning(withPhotos: true)
            return try await call.status(call.user().edit(post.id, call.edit(of: post)))
        }
        api.on(.delete, "api/v1/statuses/:id", .user(Self.write)) { call in
            let item = try await call.item()
            let response = try await call.response(to: item)
            switch item {
            case .post(let post) where call.parameters.isTrue("delete_media"):
                try await call.user().delete(post.id)
            case .post(let post): try await call.user().deleteKeepingPhotos(post.id)
            case .comment(let comment): try await call.user().delete(comment.id)
            }
            return response
        }
    }

    // MARK: Likes and bookmarks

    private func addMarks() {
        mark("favourite", "write:favourites") { session, post in try await session.like(post) }
        mark("unfavourite", "write:favourites") { session, post in try await session.unlike(post) }
        mark("bookmark", "write:bookmarks") { session, post in
            try await session.bookmark(post)
            return try await session.post(post)
        }
        // A bookmark can be removed even if its post has been deleted.
        api.post("api/v1/statuses/:id/unbookmark", .user("write:bookmarks")) { call in
            do {
                try await call.user().unbookmark(call.post())
            } catch TimelineError.postNotFound {
                // It is a comment, or nothing.
                _ = try await call.item()
                throw APIError.unsupported(APIText.onlyPosts)
            }
            do {
                return try await call.status(call.user().post(call.post()))
            } catch TimelineError.postNotFound {
                return Response { _ in }
            }
        }
        for name in ["reblog", "pin", "mute", "translate"] {
            api.post("api/v1/statuses/:id/\(name)", .user(Self.write)) { call in
                _ = try await call.item()
                throw APIError.unsupported(APIText.unsupportedMark(name))
            }
        }
        for name in ["unreblog", "unpin", "unmute"] {
            api.post("api/v1/statuses/:id/\(name)", .user(Self.write)) { call in
                try await call.response(to: call.item())
            }
        }
    }

    /// Adds the route of a mark that only posts can have.
    private func mark(
        _ name: String,
        _ scope: String,
        _ mark: @escaping @Sendable (UserSession, Post.ID) async throws -> PostView
    ) {
        api.post("api/v1/statuses/:id/\(name)", .user(scope)) { call in
            guard case .post(let post) = try await call.item() else {
                throw APIError.unsupported(APIText.onlyPosts)
            }
            return try await call.status(mark(call.user(), post.id))
        }
    }
}

extension APICall {
    /// Returns a post with its comments, as the caller sees it.
    func page(of post: Post.ID) async throws -> PostPage {
        guard let session else { return try await site.guest.publicPostPage(post) }
        return try await session.postPage(post)
    }

    /// Returns the post or the comment in the path.
    func item() async throws -> PostOrComment { try await item(path("id")) }

    /// Returns the post or the comment with an ID.
    ///
    /// - Throws: `TimelineError.itemNotFound`.
    func item(_ text: String) async throws -> PostOrComment {
        guard let id = Post.ID(text) else { throw TimelineError.itemNotFound(text) }
        do {
            guard let session else { return .post(try await page(of: id).post) }
            return .post(try await session.post(id))
        } catch TimelineError.postNotFound {
            do {
                let comment = Comment.ID(id.pushID)
                guard let session else {
                    return .comment(try await site.guest.publicComment(comment))
                }
                return .comment(try await session.comment(comment))
            } catch TimelineError.commentNotFound {
                throw TimelineError.itemNotFound(text)
            }
        }
    }

    /// Returns the response with a post or a comment.
    fileprivate func response(to item: PostOrComment) async throws -> Response {
        switch item {
        case .post(let post): try await status(post)
        case .comment(let comment): try await status(comment)
        }
    }

    /// Returns the response with the only version of a post that is stored, the present one.
    fileprivate func history(of item: PostOrComment) async throws -> Response {
        var (posts, comments): ([PostView], [CommentView]) = ([], [])
        switch item {
        case .post(let post): posts = [post]
        case .comment(let comment): comments = [comment]
        }
        let writer = try await writer(of: posts, comments: comments)
        var json = JSONWriter()
        json.array { json in
            for post in posts { writer.version(of: post, into: &json) }
            for comment in comments { writer.version(of: comment, into: &json) }
        }
        return Response(json: json)
    }

    /// Checks that nobody sees a new post who is not meant to.
    ///
    /// - Throws: ``APIError/unsupported(_:)`` if the app asks for fewer people than see all posts
    ///   here.
    fileprivate func checkVisibility() throws {
        let order = ["direct", "private", "unlisted", "public"]
        guard let asked = parameters["visibility"] else { return }
        guard let rank = order.firstIndex(of: asked), let least = order.firstIndex(of: visibility),
            rank >= least
        else { throw APIError.unsupported(APIText.narrower(asked)) }
    }

    /// Checks that the app asks for no content warning, behind which nothing could be hidden here.
    ///
    /// - Throws: ``APIError/unsupported(_:)``.
    fileprivate func checkWarning(withPhotos hasPhotos: Bool) throws {
        guard parameters["spoiler_text"] == nil, !hasPhotos || !parameters.isTrue("sensitive")
        else { throw APIError.unsupported(APIText.nothingHidden) }
    }

    /// Returns the edit of a post that the call asks for.
    ///
    /// - Throws: ``APIError/unsupported(_:)`` if it concerns other photos than those of the post.
    fileprivate func edit(of post: PostView) throws -> PostEdit {
        let photos = post.photos.indices.map { "\(post.id).\($0)" }
        guard parameters.text("media_ids") == nil || parameters.all("media_ids") == photos else {
            throw APIError.unsupported(APIText.photosStay)
        }
        var edit = PostEdit(caption: parameters.text("status"))
        for attributes in parameters.objects("media_attributes") {
            guard let id = attributes["id"], let index = photos.firstIndex(of: id) else {
                throw APIError.unsupported(APIText.photosStay)
            }
            if let alt = attributes["description"] { edit.alts[index] = .some(alt) }
        }
        return edit
    }
}
