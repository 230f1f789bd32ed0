import Foundation
import Hummingbird
import TimelineCore
import TimelinePages

/// The accounts of the Mastodon API: profiles, follows, mutes and blocks.
struct MastodonAccounts {
    /// The helper that adds routes of client APIs.
    let api: APIRoutes

    private static let read = "read:accounts"
    /// The maximum number of users on a page.
    private static let most = 80

    /// Adds the routes to the router.
    func add() {
        addOwn()
        addReading()
        addLists()
        addChanges()
    }

    private func addOwn() {
        api.get("api/v1/accounts/verify_credentials", .user("profile")) {
            try await $0.ownAccount()
        }
        api.on(
            .patch,
            "api/v1/accounts/update_credentials",
            .user("write:accounts"),
            limits: .avatar
        ) { call in
            if let fault = call.parameters.fault { throw fault }
            var update = ProfileUpdate()
            update.displayName = call.parameters.text("display_name").map(Self.field)
            update.bio = call.parameters.text("note").map(Self.field)
            update.url = call.parameters.website.map(Self.field)
            let avatar = call.parameters.files.first { $0.field == "avatar" }
            _ = try await call.user().updateProfile(update, reading: avatar?.photo(alt: nil))
            return try await call.ownAccount()
        }
        api.on(.delete, "api/v1/profile/avatar", .user("write:accounts")) { call in
            _ = try await call.user().updateProfile(ProfileUpdate(avatar: .cleared))
            return try await call.ownAccount()
        }
    }

    /// Returns the change of a field, which an empty text clears.
    private static func field(_ text: String) -> ProfileUpdate.Field<String> {
        text.contains { !$0.isWhitespace } ? .set(text) : .cleared
    }

    private func addReading() {
        api.get("api/v1/accounts/lookup", .reader(Self.read)) { call in
            let name = call.username(call.parameters["acct"] ?? "")
            return try await call.account(call.profile(named: name))
        }
        api.get("api/v1/accounts/search", .user(Self.read)) { call in
            let users = try await call.users(
                matching: call.parameters["q"] ?? "",
                limit: call.parameters.limit(40, atMost: Self.most)
            )
            return try await call.accounts(users)
        }
        api.get("api/v1/accounts/relationships", .user("read:follows")) { call in
            try await call.relationships(with: call.parameters.all("id").compactMap { User.ID($0) })
        }
        api.get("api/v1/accounts/familiar_followers", .user("read:follows")) { call in
            Response(array: call.parameters.all("id")) { json, id in
                json.object { json in
                    json.field("id", id)
                    json.emptyArray("accounts")
                }
            }
        }
        api.get("api/v1/accounts/:id", .reader(Self.read)) { call in
            try await call.account(call.profile(of: call.userID()))
        }
        for path in ["lists", "identity_proofs", "featured_tags"] {
            api.get("api/v1/accounts/:id/\(path)", .user(Self.read)) { _ in
                Response(array: [Int]()) { $0.value($1) }
            }
        }
        api.get("api/v1/accounts/:id/statuses", .reader("read:statuses")) { call in
            let user = try await call.profile(of: call.userID()).id
            // Nothing is pinned.
            guard !call.parameters.isTrue("pinned") else { return try await call.statuses([]) }
            let tag = try call.parameters["tagged"].map { try Tag($0) }
            // All posts have photos, and all comments are replies without any.
            let isPosts = ["only_media", "exclude_replies"].contains(where: call.parameters.isTrue)
            guard tag != nil || !isPosts else {
                let page = try await call.page(of: .by(user))
                return try await call.statuses(page.posts, headers: call.links(of: page))
            }
            return try await call.written(by: user, tagged: tag)
        }
    }

    private func addLists() {
        for (path, isFollowers) in [("followers", true), ("following", false)] {
            api.get("api/v1/accounts/:id/\(path)", .reader(Self.read)) { call in
                let user = try await call.profile(of: call.userID()).id
                return try await call.list(
                    isFollowers ? .followers(of: user) : .followed(by: user),
                    most: Self.most
                )
            }
        }
        api.get("api/v1/mutes", .user("read:mutes")) { call in
            try await call.accounts(try await call.user().mutedUsers())
        }
        api.get("api/v1/blocks", .user("read:blocks")) { call in
            try await call.accounts(try await call.user().blockedUsers())
        }
        api.get("api/v1/directory", .reader(Self.read)) { call in
            let users = try await call.users(
                matching: nil,
                limit: call.parameters.limit(40, atMost: Self.most)
            )
            return try await call.accounts(users)
        }
        api.get("api/v1/suggestions", .user("read")) { _ in
            Response(array: [Int]()) { $0.value($1) }
        }
        api.get("api/v2/suggestions", .user("read")) { _ in
            Response(array: [Int]()) { $0.value($1) }
        }
    }

    private func addChanges() {
        change("follow", "write:follows") { try await $0.user().follow($1) }
        change("unfollow", "write:follows") { try await $0.user().unfollow($1) }
        change("mute", "write:mutes") { call, user in
            guard (call.parameters["duration"].flatMap { Double($0) } ?? 0) <= 0 else {
                throw APIError.unsupported(APIText.mutesLast)
            }
            try await call.user().mute(user)
        }
        change("unmute", "write:mutes") { try await $0.user().unmute($1) }
        change("block", "write:blocks") { try await $0.user().block($1) }
        change("unblock", "write:blocks") { try await $0.user().unblock($1) }
    }

    /// Adds the route of a change that concerns another user.
    private func change(
        _ name: String,
        _ scope: String,
        _ change: @escaping @Sendable (APICall, User.ID) async throws -> Void
    ) {
        api.post("api/v1/accounts/:id/\(name)", .user(scope)) { call in
            let user = try call.userID()
            try await change(call, user)
            return try await call.relationships(with: [user], isSingle: true)
        }
    }
}

extension APIParameters {
    /// The value of the field of a profile that has the name of the website or, without one, of the
    /// first field that is not empty; an empty text if all are, or `nil` if the call has no fields.
    fileprivate var website: String? {
        let fields = objects("fields_attributes")
        let named = fields.first { $0["name"]?.lowercased() == APIText.website.lowercased() }
        let filled = fields.first { $0["value"]?.isEmpty == false }
        return (named ?? filled ?? fields.first)?["value"]
    }
}

extension APICall {
    /// Returns a username without "@" and without the name of this server.
    func username(_ text: String) -> String {
        let name = text.hasPrefix("@") ? text.dropFirst() : text[...]
        return name.hasSuffix("@\(host)") ? String(name.dropLast(host.count + 1)) : String(name)
    }

    /// Returns a user whom the caller may see.
    func profile(of user: User.ID) async throws -> User {
        guard let session else { return try await site.guest.publicProfile(of: user).user }
        return try await session.profile(of: user).user
    }

    /// Returns a user whom the caller may see, by username.
    func profile(named username: String) async throws -> User {
        guard let session else {
            return try await site.guest.publicProfilePage(of: username, limit: 1).profile.user
        }
        return try await session.user(withUsername: username)
    }

    /// Returns the users whose usernames or display names contain a text.
    func users(matching text: String?, limit: Int) async throws -> [User] {
        let name = text.map(username)
        guard let session else {
            return try await guest.publicUsers(UserQuery(matching: name, limit: limit)).users
        }
        return try await session.users(UserQuery(.everyone, matching: name, limit: limit))
    }

    /// Returns a page of a user's posts and comments, or only of their posts with a tag.
    fileprivate func written(by user: User.ID, tagged tag: Tag?) async throws -> Response {
        let query = MastodonPage(self)
        let range = WrittenRange(
            by: user,
            tagged: tag,
            try query.bounds(),
            isUpward: query.min != nil
        )
        let page =
            if let session {
                try await session.written(in: range)
            } else {
                try await guest.publicWritten(in: range)
            }
        return try await statuses(
            page.items,
            headers: links(
                next: page.next?.description,
                previous: page.items.first?.id.description
            )
        )
    }

    /// Returns a page of users, in the order of their usernames.
    func list(_ scope: UserQuery.Scope, most: Int) async throws -> Response {
        let limit = parameters.limit(40, atMost: most)
        // A username is the cursor.
        let query = UserQuery(scope, after: parameters["max_id"], limit: limit)
        guard let session else {
            let page = try await guest.publicUsers(query)
            return try await accounts(page.users, headers: links(next: page.next, previous: nil))
        }
        let users = try await session.users(query)
        let next = users.count == limit ? users.last?.username : nil
        return try await accounts(users, headers: links(next: next, previous: nil))
    }

    /// Returns a response with a user.
    fileprivate func account(_ user: User) async throws -> Response {
        let writer = try await writer(users: [user])
        var json = JSONWriter()
        writer.account(user, into: &json)
        return Response(json: json)
    }

    /// Returns a response with the user of the session.
    fileprivate func ownAccount() async throws -> Response {
        let user = try await user().user()
        let writer = try await writer(users: [user])
        var json = JSONWriter()
        writer.ownAccount(user, into: &json)
        return Response(json: json)
    }

    /// Returns a response with what is between the user of the session and others.
    fileprivate func relationships(
        with users: [User.ID],
        isSingle: Bool = false
    ) async throws -> Response {
        let relationships = try await user().relationships(with: users)
        var json = JSONWriter()
        if isSingle {
            guard let first = relationships.first else {
                throw TimelineError.userNotFound(users.first?.description ?? "")
            }
            json.relationship(first)
        } else {
            json.array(relationships) { $0.relationship($1) }
        }
        return Response(json: json)
    }
}

extension JSONWriter {
    /// Writes what is between the user of the session and another.
    fileprivate mutating func relationship(_ relationship: Relationship) {
        object { json in
            json.field("id", relationship.user.description)
            json.field("following", relationship.isFollowing)
            json.field("followed_by", relationship.isFollowedBy)
            json.field("muting", relationship.isMuting)
            json.field("muting_notifications", relationship.isMuting)
            json.field("blocking", relationship.isBlocking)
            json.field("blocked_by", relationship.isBlockedBy)
            json.field("showing_reblogs", relationship.isFollowing)
            json.field("notifying", false)
            json.null("languages")
            json.field("requested", false)
            json.field("requested_by", false)
            json.field("domain_blocking", false)
            json.field("endorsed", false)
            json.field("note", "")
        }
    }
}
