import Hummingbird
import TimelineCore
import TimelinePages

/// The routes for profiles and follows.
struct PeopleRoutes {
    /// The helper that adds routes for pages.
    let pages: PageRoutes
    /// The helper that adds routes for forms.
    let forms: FormRoutes

    /// The maximum number of users on a page.
    fileprivate static let limit = 60

    /// Adds the routes to the router.
    func add() {
        pages.page("explore/people") { session, scope in
            let text = scope.query("q")
            let users = try await session.users(
                UserQuery(.everyone, matching: text, after: scope.query("after"), limit: Self.limit)
            )
            let followed = try await session.followed(among: users.map(\.id))
            return try await scope.pages()
                .people(
                    users,
                    matching: text,
                    after: Self.next(after: users),
                    followed: followed
                )
        }
        pages.router.get("@{username}") { [site = pages.site] request, context in
            let scope = RequestScope(site: site, request: request, context: context)
            do {
                return Response(try await Self.profile(scope))
            } catch TimelineError.userNotFound {
                // A username may end like the address of a feed.
                return try await ProfileFeed(scope).response()
            }
        }
        for list in FollowList.allCases {
            pages.page(RouterPath("@{username}/\(list.rawValue)")) { session, scope in
                let profile = try await session.profile(scope)
                let user = profile.user.id
                let query = scope.query(
                    list == .followers ? .followers(of: user) : .followed(by: user)
                )
                let users = try await session.users(query)
                let followed = try await session.followed(among: users.map(\.id))
                let after = Self.next(after: users)
                return try await scope.pages()
                    .follows(list, of: profile, users, after: after, followed: followed)
            }
        }
        forms.form("@{username}/follow") { session, submission in
            let user = try await session.user(withUsername: submission.scope.path("username"))
            return try submission.answer(try await session.follow(user.id))
        }
        forms.form("@{username}/unfollow") { session, submission in
            let user = try await session.user(withUsername: submission.scope.path("username"))
            return try submission.answer(try await session.unfollow(user.id))
        }
        addRestrictions()
    }

    /// Adds the forms that mute and block users.
    private func addRestrictions() {
        for (path, isMuted) in [("@{username}/mute", true), ("@{username}/unmute", false)] {
            forms.form(RouterPath(path)) { session, submission in
                let user = try await submission.user(for: session)
                _ = try await isMuted ? session.mute(user) : session.unmute(user)
                return try submission.answer(
                    Done(),
                    or: "/",
                    confirming: isMuted ? .muted : .unmuted
                )
            }
        }
        forms.form("@{username}/block") { session, submission in
            let user = try await session.block(submission.user(for: session))
            guard user.id != session.userID else { return try submission.answer(Done(), or: "/") }
            return try submission.answer(
                Done(),
                or: "/@\(user.username)",
                // The viewer no longer sees the post from whose menu they blocked its author.
                insteadOf: "/post/",
                confirming: .blocked
            )
        }
        forms.form("@{username}/unblock") { session, submission in
            let user: User
            do {
                user = try await session.blockedUser(named: submission.scope.path("username"))
            } catch TimelineError.userNotFound {
                return try submission.answer(Done(), or: "/")
            }
            try await session.unblock(user.id)
            return try submission.answer(Done(), or: "/", confirming: .unblocked)
        }
    }

    private static func profile(_ scope: RequestScope) async throws -> HTML {
        let cursor = try scope.cursor()
        guard let session = scope.visitor.session else {
            let page = try await scope.everyone()
                .publicProfilePage(
                    of: scope.path("username"),
                    before: cursor,
                    limit: FeedRoutes.gridLimit
                )
            return try await scope.pages().profile(page, isOlder: cursor != nil)
        }
        let user = try await session.user(withUsername: scope.path("username"))
        let page = try await session.profilePage(
            of: user.id,
            before: cursor,
            limit: FeedRoutes.gridLimit
        )
        return try await scope.pages()
            .profile(
                page,
                restrictions: scope.site.restrictions(of: user.id, for: session),
                isOlder: cursor != nil
            )
    }

    /// Returns the cursor of the next page, or `nil` on the last page.
    private static func next(after users: [User]) -> String? {
        users.count == limit ? users.last?.username : nil
    }
}

extension RequestScope {
    /// Returns the query for a page of users.
    fileprivate func query(_ scope: UserQuery.Scope) -> UserQuery {
        UserQuery(scope, after: query("after"), limit: PeopleRoutes.limit)
    }
}

extension UserSession {
    /// Returns the profile of the user in the path.
    ///
    /// - Throws: `TimelineError.userNotFound` if no user has this username.
    fileprivate func profile(_ scope: RequestScope) async throws -> ProfileView {
        try await profile(of: user(withUsername: scope.path("username")).id)
    }
}

/// The response to the script after a user has been followed or unfollowed.
private struct Followers: Encodable {
    let followerCount: Int
    let followedByViewer: Bool
}

extension Submission {
    /// Returns the ID of the user in the path.
    ///
    /// - Throws: `TimelineError.userNotFound` if no user has this username.
    fileprivate func user(for session: UserSession) async throws -> User.ID {
        try await session.user(withUsername: scope.path("username")).id
    }

    fileprivate func answer(_ profile: ProfileView) throws -> Response {
        let followers = Followers(
            followerCount: profile.followerCount,
            followedByViewer: profile.followedByViewer
        )
        return try answer(followers, or: "/@\(profile.user.username)")
    }
}
