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
