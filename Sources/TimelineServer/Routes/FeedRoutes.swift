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
    /// The radius around a place unless the visitor chooses another one.
    private static let usualRadius = "1km"

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
        pages.router.get("explore/near") { [site = pages.site] request, context in
            let scope = RequestScope(site: site, request: request, context: context)
            return try await Self.near(for: scope.visitor.requireSession(), in: scope)
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

    /// Returns the page with the posts near a place, which has a name or a position.
    ///
    /// Faults are shown at their fields.
    private static func near(
        for session: UserSession,
        in scope: RequestScope
    ) async throws -> Response {
        let cursor = try scope.cursor()
        // Later pages have the position in their addresses, and repeat nothing else.
        let places = cursor == nil ? try await session.knownPlaces() : []
        guard let typed = scope.query("position") else {
            return Response(try await scope.pages().near(places: places))
        }
        // A text that is no position is the name of a place.
        let position = try? Coordinate(parsing: typed)
        let place = position == nil ? places.named(typed) : nil
        var values: FormValues = [.position: place?.name ?? typed]
        values[.radius] = scope.query("radius")
        var faults: [FormError] = []
        var radius: Double?
        do throws(TimelineError) {
            radius = try Distance.metres(parsing: values[.radius] ?? usualRadius)
        } catch {
            faults.append(FormError(.radius, "\(error)"))
        }
        guard let center = position ?? place?.coordinate, let radius else {
            if position == nil, place == nil {
                faults.insert(FormError(.position, ServerText.unknownPlace(typed)), at: 0)
            }
            let pages = try await scope.pages()
            return Response(
                pages.near(places: places, values: values, faults: faults),
                status: .unprocessableContent
            )
        }
        let vicinity = try SearchArea(of: center, radius: radius)
        let page = try await session.posts(near: vicinity, before: cursor, limit: gridLimit)
        return Response(
            try await scope.pages().near(vicinity, page: page, places: places, values: values)
        )
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

extension [KnownPlace] {
    /// Returns the place with a name or, of those whose name starts with or contains the text, the
    /// most used one.
    fileprivate func named(_ text: String) -> KnownPlace? {
        let key = KnownPlace.key(of: text)
        guard !key.isEmpty else { return nil }
        return first { KnownPlace.key(of: $0.name) == key }
            ?? first { KnownPlace.key(of: $0.name).hasPrefix(key) }
            ?? first { KnownPlace.key(of: $0.name).contains(key) }
    }
}
