import Hummingbird
import TimelineCore

/// The users of the Instagram API: profiles, their media, and whom they follow.
struct InstagramUsers {
    /// The helper that adds routes of the Instagram API.
    let routes: InstagramRoutes

    private static let accounts = "read:accounts"
    private static let media = "read:statuses"
    private static let follows = "read:follows"

    /// Adds the routes to the router.
    func add() {
        addOwn()
        routes.get("v1/users/search", .reader(Self.accounts)) { call in
            let limit = call.parameters.limit(
                InstagramRange.usual,
                atMost: InstagramRange.most,
                named: "count"
            )
            let text = call.parameters["q"] ?? ""
            let users = text.isEmpty ? [] : try await call.users(matching: text, limit: limit)
            let writer = try await call.instagram()
            return call.envelope(users) { writer.person($1, into: &$0) }
        }
        routes.get("v1/users/:id", .reader(Self.accounts)) { call in
            try await call.response(to: call.shownProfile())
        }
        routes.get("v1/users/:id/media/recent", .reader(Self.media)) { call in
            try await call.media(.by(call.shownProfile().user.id))
        }
        routes.get("v1/users/:id/follows", .reader(Self.follows)) { call in
            try await call.people(.followed(by: call.shownProfile().user.id))
        }
        routes.get("v1/users/:id/followed-by", .reader(Self.follows)) { call in
            try await call.people(.followers(of: call.shownProfile().user.id))
        }
    }

    private func addOwn() {
        routes.get("v1/users/self", .user(Self.accounts)) { call in
            try await call.response(to: call.user().profile())
        }
        routes.get("v1/users/self/feed", .user(Self.media)) { call in
            let range = try InstagramRange(call.parameters)
            let page = try await call.user()
                .timeline(before: range.before, after: range.after, limit: range.limit)
            return try await call.media(page.posts, next: .media(page.next))
        }
        routes.get("v1/users/self/media/liked", .user("read:favourites")) { call in
            let range = try InstagramRange(call.parameters)
            let page = try await call.user().likedPosts(before: range.before, limit: range.limit)
            return try await call.media(page.posts, next: .liked(page.next))
        }
        // Nobody has to ask for leave to follow.
        routes.get("v1/users/self/requested-by", .user(Self.follows)) { call in
            call.envelope([Int]()) { $0.value($1) }
        }
    }
}

extension APICall {
    /// Returns the profile in the path, which may be "self".
    ///
    /// - Throws: `TimelineError.userNotFound`, or `TimelineError.notLoggedIn` for "self" without a
    ///   user.
    fileprivate func shownProfile() async throws -> ProfileView {
        if path("id") == "self" { return try await user().profile() }
        let id = try userID()
        guard let session else { return try await guest.publicProfile(of: id) }
        return try await session.profile(of: id)
    }

    /// Returns the response with a profile.
    fileprivate func response(to profile: ProfileView) async throws -> Response {
        let writer = try await instagram()
        return envelope { writer.account(profile.user, profile, into: &$0) }
    }
}
