import Foundation
import Hummingbird
import TimelineCore
import TimelinePages

/// The routes for the explore and search pages, and for the page that is shown offline.
struct FeedRoutes {
    /// The helper that adds routes for pages.
    let pages: PageRoutes

    /// The maximum number of posts in a grid on one page.
    ///
    /// It is a multiple of 3, 4 and 5, so that grids with these numbers of columns end with a full
    /// row.
    static let gridLimit = 60

    /// Adds the routes to the router.
    func add() {
        pages.page("explore") { session, scope in
            let posts = try await session.popularPosts(limit: Self.gridLimit)
            return try await scope.pages().popular(posts.map(\.post))
        }
        pages.page("explore/everyone") { session, scope in
            let page = try await session.page(
                of: .everyone,
                before: scope.cursor(),
                limit: Self.gridLimit
            )
            return try await scope.pages().everyone(page)
        }
        pages.page("explore/near") { session, scope in
            try await Self.near(for: session, in: scope)
        }
        pages.page("explore/tags") { session, scope in
            try await scope.pages().tags(try await session.tags(limit: Self.gridLimit))
        }
        pages.page("tag/:tag") { session, scope in
            let tag = try Tag(scope.path("tag"))
            let page = try await session.posts(
                tagged: tag,
                before: scope.cursor(),
                limit: Self.gridLimit
            )
            return try await scope.pages().tag(tag, page: page)
        }
        pages.guestPage("offline") { scope in Pages(scope.context(viewer: nil)).offline() }
        pages.page("search") { session, scope in
            try await Self.search(for: session, in: scope)
        }
    }

    private static func near(for session: UserSession, in scope: RequestScope) async throws -> HTML
    {
        guard let position = scope.query("position") else {
            return try await scope.pages().near(nil, page: nil)
        }
        let radius = try Distance.metres(parsing: scope.query("radius") ?? "1km")
        let vicinity = try SearchArea(of: Coordinate(parsing: position), radius: radius)
        let page = try await session.posts(
            near: vicinity,
            before: scope.cursor(),
            limit: gridLimit
        )
        return try await scope.pages().near(vicinity, page: page)
    }

    private static func search(
        for session: UserSession,
        in scope: RequestScope
    ) async throws -> HTML {
        guard let text = scope.query("q") else {
            return try await scope.pages().search("", page: nil)
        }
        let cursor = try scope.query("after").map(SearchCursor.init(parsing:))
        let page = try await session.search(text, after: cursor)
        let followed = try await session.followed(among: page.users.map(\.id))
        return try await scope.pages().search(text, page: page, followed: followed)
    }
}

/// The route for the home timeline, `/`.
///
/// The session and everything on the page are read in one snapshot. The router must add this route
/// before the middleware that opens sessions.
struct HomeRoute {
    /// The parts that all routes share.
    let site: Site

    /// The maximum number of posts on a page.
    static let limit = 20

    /// Adds the route to the router.
    func add(to router: some RouterMethods<ServerContext>) {
        router.get("") { request, context in
            guard let token = site.cookies.session.value(in: request).flatMap({ Session.Token($0) })
            else { throw TimelineError.notLoggedIn }
            do {
                return try await response(to: request, in: context, token: token)
            } catch TimelineError.notLoggedIn {
                throw TimelineError.notLoggedIn
            } catch {
                // The error page contains the user's links, so it needs the session.
                let session = try await site.guest.session(for: token)
                let scope = scope(request, in: context, of: session, token: token)
                return await ErrorMiddleware(site: site).response(to: error, in: scope)
            }
        }
    }

    /// Returns the page and marks its posts as read.
    private func response(
        to request: Request,
        in context: ServerContext,
        token: Session.Token
    ) async throws -> Response {
        let cursor = try RequestScope(site: site, request: request, context: context).cursor()
        let (session, home) = try await site.guest.home(
            for: token,
            before: cursor,
            limit: Self.limit
        )
        let scope = scope(request, in: context, of: session, token: token)
        let pages = scope.pages(for: home.viewer, unreadActivities: home.newActivityCount)
        let html = pages.home(
            home.page,
            comments: home.comments,
            position: home.position,
            postCount: home.postCount
        )
        let isRecorded = home.page.epoch.map {
            home.position.showing(home.page, at: $0) == home.position
        }
        if isRecorded != true { try await session.markShown(home.page) }
        return Response(html)
    }

    private func scope(
        _ request: Request,
        in context: ServerContext,
        of session: UserSession,
        token: Session.Token
    ) -> RequestScope {
        var context = context
        context.visitor = Visitor(
            session: session,
            formSecret: token.bytes,
            hasEndedSession: false
        )
        return RequestScope(site: site, request: request, context: context)
    }
}

/// The route for the user's activity, `/activity`: likes, comments, mentions and new followers.
struct ActivityRoute {
    /// The helper that adds routes for pages.
    let pages: PageRoutes

    /// The maximum number of activities on a page, before they are grouped.
    private static let limit = 50

    /// Adds the route to the router.
    func add() {
        pages.page("activity") { session, scope in
            let cursor = try scope.query("before").map(ActivityCursor.init(parsing:))
            let page = try await session.activity(after: cursor, limit: Self.limit)
            let entries = page.groups(in: .current).flatMap(ActivityEntry.entries)
            let followed = try await session.followed(among: entries.compactMap(\.follower))
            if cursor == nil { try await session.markShown(page) }
            // Create the pages last, so that they no longer count the activities on this page as
            // unread.
            let pages = try await scope.pages()
            return pages.activity(
                entries,
                next: page.next?.description,
                followed: followed
            )
        }
    }
}

extension ActivityEntry {
    /// The maximum number of users that a page shows for a group; the rest are only counted.
    private static let userLimit = 3

    /// The ID of the new follower if the entry has only one.
    ///
    /// Such an entry contains a button to follow back.
    fileprivate var follower: User.ID? {
        guard case .follows = kind, count == 1 else { return nil }
        return users.first?.id
    }

    /// Returns the entries for a group.
    ///
    /// Likes and follows are combined into one entry. Each comment or mention has its own entry
    /// with its text.
    fileprivate static func entries(_ group: ActivityGroup) -> [ActivityEntry] {
        switch group.kind {
        case .like: [entry(.likes, for: group)]
        case .follow: [entry(.follows, for: group)]
        case .comment, .mention: group.items.map(entry)
        }
    }

    private static func entry(_ kind: Kind, for group: ActivityGroup) -> ActivityEntry {
        ActivityEntry(
            kind,
            by: Array(group.users.prefix(userLimit)),
            count: group.users.count,
            post: group.post,
            date: group.createdAt,
            isUnread: group.isNew
        )
    }

    /// Returns the entry for a comment, or for a mention in a comment or a caption.
    private static func entry(_ item: ActivityItem) -> ActivityEntry {
        let text = item.comment?.text ?? item.post?.caption ?? ""
        let kind: Kind =
            switch (item.kind, item.comment) {
            case (.comment, let comment?): .comment(comment.id, text: text)
            default: .mention(item.comment?.id, text: text)
            }
        return ActivityEntry(
            kind,
            by: [item.user],
            count: 1,
            post: item.post,
            date: item.createdAt,
            isUnread: item.isNew
        )
    }
}
