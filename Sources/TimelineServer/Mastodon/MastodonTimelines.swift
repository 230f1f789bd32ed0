import Hummingbird
import TimelineCore

/// The timelines of the Mastodon API: home, everyone's posts, and those with a tag.
struct MastodonTimelines {
    /// The helper that adds routes of client APIs.
    let api: APIRoutes

    private static let scope = "read:statuses"

    /// Adds the routes to the router.
    func add() {
        addHome()
        api.get("api/v1/timelines/public", .reader(Self.scope)) { call in
            let page = try await call.page(of: .all)
            return try await call.statuses(page.posts, headers: call.links(of: page))
        }
        api.get("api/v1/timelines/tag/:tag", .reader(Self.scope)) { call in
            let page = try await call.page(of: .tagged(Tag(call.path("tag"))))
            return try await call.statuses(page.posts, headers: call.links(of: page))
        }
        api.get("api/v1/timelines/list/:id", .user("read:lists")) { _ in
            throw RequestError.pageNotFound
        }
        addMarked()
    }

    /// Adds the routes of the lists of liked and bookmarked posts, which are not in the order of
    /// their IDs.
    private func addMarked() {
        api.get("api/v1/favourites", .user("read:favourites")) { call in
            let (query, session) = (MastodonPage(call), try call.user())
            let page = try await query.marked(session.likedPosts)
            return try await call.statuses(page.posts, headers: call.links(of: page))
        }
        api.get("api/v1/bookmarks", .user("read:bookmarks")) { call in
            let (query, session) = (MastodonPage(call), try call.user())
            let page = try await query.marked(session.bookmarks)
            return try await call.statuses(page.posts, headers: call.links(of: page))
        }
    }

    /// Adds the route of the home timeline, which is read along with the session in one snapshot.
    private func addHome() {
        api.router.get("api/v1/timelines/home") { [site = api.site] request, context in
            guard let token = try APIToken(of: request).session else {
                throw TimelineError.notLoggedIn
            }
            var call = APICall(
                site: site,
                request: request,
                context: context,
                parameters: try APIParameters(query: request),
                session: nil,
                token: token
            )
            let query = MastodonPage(call)
            guard query.min == nil else {
                let session = try await site.guest.appSession(for: token, requiring: Self.scope)
                call.session = session
                let page = try await query.posts { before, after in
                    try await session.timeline(before: before, after: after, limit: query.limit)
                } above: {
                    try await session.page(of: .home, above: $0, limit: query.limit)
                }
                return try await call.statuses(page.posts, headers: call.links(of: page))
            }
            let (session, page, details) = try await site.guest.home(
                for: token,
                requiring: Self.scope,
                before: query.max.map(MastodonPage.id),
                after: query.since.map(MastodonPage.id),
                limit: query.limit
            )
            call.session = session
            let writer = try await call.writer(details)
            var json = JSONWriter(reserving: 1 << 16)
            json.array(page.posts) { writer.status($1, into: &$0) }
            return Response(json: json, headers: call.links(of: page))
        }
    }
}

extension APICall {
    /// The access to the store without a user.
    var guest: Guest { site.guest }

    /// The principal that reads.
    var reader: any Principal { session ?? site.guest }

    /// Returns the page of a selection of posts that the call asks for.
    func page(of selection: PostSelection) async throws -> TimelinePage {
        let query = MastodonPage(self)
        return try await query.posts { before, after in
            guard let session else {
                return try await guest.publicPage(
                    of: selection,
                    before: before,
                    after: after,
                    limit: query.limit
                )
            }
            return try await session.page(
                of: selection,
                before: before,
                after: after,
                limit: query.limit
            )
        } above: { post in
            guard let session else {
                return try await guest.publicPage(of: selection, above: post, limit: query.limit)
            }
            return try await session.page(of: selection, above: post, limit: query.limit)
        }
    }
}
