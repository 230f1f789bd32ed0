import Hummingbird
import TimelineCore

/// The relationships of the Instagram API: who follows or blocks whom.
struct InstagramRelationships {
    /// The helper that adds routes of the Instagram API.
    let routes: InstagramRoutes

    /// A change of a relationship, by its name in the parameter `action`.
    private enum Action: String {
        case follow, unfollow, block, unblock

        /// The scope that an app needs.
        var scope: String {
            switch self {
            case .follow, .unfollow: "write:follows"
            case .block, .unblock: "write:blocks"
            }
        }

        /// Makes the change.
        func callAsFunction(_ user: User.ID, by session: UserSession) async throws {
            switch self {
            case .follow: _ = try await session.follow(user)
            case .unfollow: _ = try await session.unfollow(user)
            case .block: _ = try await session.block(user)
            case .unblock: _ = try await session.unblock(user)
            }
        }

        init?(_ parameters: APIParameters) { self.init(rawValue: parameters["action"] ?? "") }
    }

    /// Adds the routes to the router.
    func add() {
        let path = "v1/users/:id/relationship"
        routes.get(path, .user("read:follows")) { call in try await call.relationship() }
        let access = { @Sendable (parameters: APIParameters) in
            APIAccess.user((Action(parameters) ?? .follow).scope)
        }
        routes.on(.post, path, access) { call in
            guard let action = Action(call.parameters) else {
                throw APIError.unsupported(APIText.noRequests)
            }
            try await action(call.userID(), by: call.user())
            return try await call.relationship()
        }
    }
}

extension APICall {
    /// Returns the response with what is between the user of the session and that in the path.
    fileprivate func relationship() async throws -> Response {
        let id = try userID()
        guard let relationship = try await user().relationships(with: [id]).first else {
            throw TimelineError.userNotFound(id.description)
        }
        return envelope { json in
            // Strict clients accept no other members.
            json.object { json in
                json.field("outgoing_status", relationship.isFollowing ? "follows" : "none")
                json.field("incoming_status", relationship.incomingStatus)
                json.field("target_user_is_private", false)
            }
        }
    }
}

extension Relationship {
    /// The relationship of the other user to the user of the session.
    fileprivate var incomingStatus: String {
        if isBlocking { return "blocked_by_you" }
        return isFollowedBy ? "followed_by" : "none"
    }
}
