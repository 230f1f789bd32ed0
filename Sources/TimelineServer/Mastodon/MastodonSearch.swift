import Hummingbird
import TimelineCore
import TimelinePages

/// The searches of the Mastodon API.
struct MastodonSearch {
    /// The helper that adds routes of client APIs.
    let api: APIRoutes

    /// Adds the routes to the router.
    func add() {
        api.get("api/v2/search", .user("read:search")) { try await $0.search() }
        api.get("api/v1/search", .user("read:search")) { try await $0.search() }
        api.get("api/v1/trends", .reader("read")) { try await $0.popularTags() }
        api.get("api/v1/trends/tags", .reader("read")) { try await $0.popularTags() }
        api.get("api/v1/trends/statuses", .reader("read")) { call in
            let limit = call.parameters.limit(20, atMost: 40)
            let posts =
                if let session = call.session {
                    try await session.popularPosts(limit: limit)
                } else {
                    try await call.guest.publicPopularPosts(limit: limit)
                }
            return try await call.statuses(posts.map(\.post))
        }
        api.get("api/v1/tags/:tag", .reader("read")) { call in
            let tag = try Tag(call.path("tag"))
            var json = JSONWriter()
            json.tag(tag.name, base: call.base)
            return Response(json: json)
        }
    }
}

extension APICall {
    fileprivate func search() async throws -> Response {
        let session = try user()
        let text = parameters["q"] ?? ""
        let type = parameters["type"]
        let limit = parameters.limit(20, atMost: 40)
        let isFirst = (parameters["offset"].flatMap { Int($0) } ?? 0) == 0
        let asks = { (name: String) in (type == nil || type == name) && isFirst && !text.isEmpty }
        let users = asks("accounts") ? try await people(matching: text, limit: limit) : []
        let tags =
            asks("hashtags") ? try await session.tags(startingWith: text, limit: limit) : []
        var (posts, comments): ([PostView], [CommentView]) = ([], [])
        if asks("statuses") {
            if let item = try await linkedItem(text) {
                switch item {
                case .post(let post): posts = [post]
                case .comment(let comment): comments = [comment]
                }
            } else {
                let hits = try await session.search(text).hits.prefix(limit)
                posts = hits.compactMap { $0.comment == nil ? $0.post : nil }
                comments = hits.compactMap(\.comment)
            }
        }
        let writer = try await writer(of: posts, comments: comments, users: users)
        return Response { json in
            json.array("accounts", of: users) { writer.account($1, into: &$0) }
            json.name("statuses")
            json.array { json in
                for post in posts { writer.status(post, into: &json) }
                for comment in comments { writer.status(comment, into: &json) }
            }
            json.array("hashtags", of: tags) { $0.tag($1.tag.name, base: base) }
        }
    }

    /// Returns the user whose profile has an address on this server, or those whom a text matches.
    private func people(matching text: String, limit: Int) async throws -> [User] {
        let prefix = "\(base)/@"
        guard text.hasPrefix(prefix) else { return try await users(matching: text, limit: limit) }
        do {
            return [try await profile(named: String(text.dropFirst(prefix.count)))]
        } catch TimelineError.userNotFound {
            return []
        }
    }

    /// Returns the post or the comment that an address on this server is of, or `nil`.
    private func linkedItem(_ text: String) async throws -> PostOrComment? {
        let prefix = "\(base)/post/"
        guard text.hasPrefix(prefix) else { return nil }
        let rest = text.dropFirst(prefix.count)
        let id = rest.split(separator: "#comment-").last ?? rest
        return try? await item(String(id))  // Nothing is found.
    }

    fileprivate func popularTags() async throws -> Response {
        guard let session else { return Response(array: [Int]()) { $0.value($1) } }
        let tags = try await session.tags(limit: parameters.limit(10, atMost: 20))
        return Response(array: tags) { $0.tag($1.tag.name, base: base) }
    }
}

extension JSONWriter {
    /// Writes a tag.
    fileprivate mutating func tag(_ name: String, base: String) {
        object { json in
            json.field("id", name)
            json.field("name", name)
            json.field("url", TagLink.address(name, base: base))
            json.emptyArray("history")
            json.field("following", false)
            json.field("featuring", false)
        }
    }
}
