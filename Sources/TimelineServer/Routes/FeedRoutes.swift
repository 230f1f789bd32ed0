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
        pages.page("explore") { session, visit in
            let posts = try await session.popularPosts(limit: Self.gridLimit)
            return try await visit.pages().popular(posts.map(\.post))
        }
        pages.page("explore/everyone") { session, visit in
            let page = try await session.page(
                of: .everyone,
                before: visit.cursor(),
                limit: Self.gridLimit
            )
            return try await visit.pages().everyone(page)
        }
        pages.page("explore/near") { session, visit in
            try await Self.near(for: session, in: visit)
        }
        pages.page("explore/tags") { session, visit in
            try await visit.pages().tags(try await session.tags(limit: Self.gridLimit))
        }
        pages.page("tag/:tag") { session, visit in
            let tag = try Tag(visit.path("tag"))
            let page = try await session.posts(
                tagged: tag,
                before: visit.cursor(),
                limit: Self.gridLimit
            )
            return try await visit.pages().tag(tag, page: page)
        }
        pages.guestPage("offline") { visit in Pages(visit.context(viewer: nil)).offline() }
        pages.page("search") { session, visit in
            try await Self.search(for: session, in: visit)
        }
    }

    private static func near(for session: UserSession, in visit: Visit) async throws -> HTML {
        guard let position = visit.query("position") else {
            return try await visit.pages().near(nil, page: nil)
        }
        let radius = try Distance.metres(parsing: visit.query("radius") ?? "1km")
        let vicinity = try Vicinity(of: Coordinate(parsing: position), radius: radius)
        let page = try await session.posts(
            near: vicinity,
            before: visit.cursor(),
            limit: gridLimit
        )
        return try await visit.pages().near(vicinity, page: page)
    }

    private static func search(for session: UserSession, in visit: Visit) async throws -> HTML {
        guard let text = visit.query("q") else {
            return try await visit.pages().search("", page: nil)
        }
        let cursor = try visit.query("after").map(SearchCursor.init(parsing:))
        let page = try await session.search(text, after: cursor)
        let followed = try await session.followed(among: page.users.map(\.id))
        return try await visit.pages().search(text, page: page, followed: followed)
    }
}
