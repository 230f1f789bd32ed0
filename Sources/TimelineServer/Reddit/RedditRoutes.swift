import Foundation
import Hummingbird
import TimelineCore
import TimelineMedia

/// The listings in Reddit's form, and the endpoint that gives readers a token.
struct RedditRoutes {
    /// The helper that adds routes of client APIs.
    let api: APIRoutes

    private static let read = "read:statuses"
    /// How long a token for guests is said to be valid, in seconds.
    ///
    /// It is valid as long as the app is registered, but readers expect a time.
    private static let lifetime = 86_400
    /// The grant of readers without a secret.
    private static let installedClient = "https://oauth.reddit.com/grants/installed_client"

    /// Adds the routes to the router.
    func add() {
        for order in RedditOrder.allCases {
            for path in [order.rawValue, order.rawValue + ".json"] {
                add("r/:name/\(path)", order)
                // A page for new posts has this path.
                if path != "new" { add(path, order) }
            }
        }
        add("r/:name", .hot)
        add("r/{name}.json", .hot)
        api.post("api/v1/access_token", .anyone, Self.token)
    }

    private func add(_ path: String, _ order: RedditOrder) {
        api.get(path, .reader(Self.read)) { call in
            let name = path.hasPrefix("r/") ? call.path("name") : RedditListing.everyone[0]
            return try await call.response(to: RedditListing(order: order, name: name))
        }
    }

    /// Gives a reader the token of a guest.
    @Sendable
    private static func token(_ call: APICall) async throws -> Response {
        let app: RegisteredApp
        switch call.parameters["grant_type"] {
        case "client_credentials": app = try await TokenRoutes.app(of: call)
        case installedClient: app = try await TokenRoutes.publicApp(of: call)
        default: throw OAuthError.unsupportedGrant
        }
        return Response { json in
            json.field("access_token", app.guestToken)
            json.field("token_type", "bearer")
            json.field("expires_in", lifetime)
            json.field("scope", "read")
        }
    }
}

extension APICall {
    /// Returns the response with a listing.
    fileprivate func response(to listing: RedditListing) async throws -> Response {
        let (posts, next) = try await listing.page(for: self)
        let links = MediaLinks(
            base: base,
            session: token?.sessionID,
            secret: try await site.secret()
        )
        return Response { json in
            json.field("kind", "Listing")
            json.object("data") { json in
                json.field("after", next.map { RedditListing.prefix + $0.description })
                json.null("before")
                json.field("dist", posts.count)
                json.field("modhash", "")
                json.array("children", of: posts) { json, post in
                    json.object { json in
                        json.field("kind", "t3")
                        json.object("data") { json in
                            json.link(post, in: listing.name, host: host, links)
                        }
                    }
                }
            }
        }
    }
}

extension JSONWriter {
    /// The maximum number of characters in a title.
    private static let titleLimit = 300

    /// Writes the members of a post, which is a link to its first photo.
    fileprivate mutating func link(
        _ post: PostView,
        in listing: String,
        host: String,
        _ links: MediaLinks
    ) {
        let time = Double(post.id.milliseconds / 1000)
        field("id", post.id.description)
        field("name", RedditListing.prefix + post.id.description)
        let line = post.caption.split(whereSeparator: \.isNewline)
            .first { $0.contains { !$0.isWhitespace } }
        field(
            "title",
            line.map { String($0.prefix(Self.titleLimit)) }
                ?? APIText.photo(by: post.author.username)
        )
        field("author", post.author.username)
        field("subreddit", listing)
        field("created", time)
        field("created_utc", time)
        field("num_comments", post.commentCount)
        field("score", post.likeCount)
        field("ups", post.likeCount)
        field("downs", 0)
        field("permalink", "/post/\(post.id)")
        field("domain", host)
        field("selftext", "")
        field("is_self", false)
        field("over_18", false)
        field("stickied", false)
        guard let photo = post.photos.first else { return }
        let thumbnail = Rendition.square150.size(of: photo)
        field("url", links(photo.blob, .fit2048))
        field("thumbnail", links(photo.blob, .square150))
        field("thumbnail_width", thumbnail.width)
        field("thumbnail_height", thumbnail.height)
    }
}
