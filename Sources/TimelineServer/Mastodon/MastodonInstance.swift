import Foundation
import Hummingbird
import TimelineCore
import TimelinePages

/// The documents with which a server of the Mastodon API describes itself, and the lists that are
/// always empty here.
struct MastodonInstance {
    /// The helper that adds routes of client APIs.
    let api: APIRoutes

    /// The version of the Mastodon API whose methods are served, and the name of this program.
    ///
    /// Clients choose their methods by the first number.
    static let version = APIText.version

    /// The maximum number of characters in a post or a comment.
    private static let textLimit = TextField.caption.limit
    /// The maximum number of photos in a post.
    private static let photoLimit = Post.photoCount.upperBound

    /// The paths that clients read at their start, and that are empty arrays here.
    private static let emptyLists = [
        "custom_emojis", "announcements", "trends/links", "endorsements",
        "scheduled_statuses", "domain_blocks", "filters", "lists", "follow_requests",
        "followed_tags", "conversations", "featured_tags", "instance/peers",
        "instance/domain_blocks", "instance/activity", "instance/languages",
    ]

    /// Adds the routes to the router.
    func add() {
        api.get("api/v1/instance", .anyone, Self.first)
        api.get("api/v2/instance", .anyone, Self.second)
        api.get("api/v1/instance/rules", .anyone) { _ in Response(array: Self.rules) { $0.rule($1) }
        }
        api.get("api/v1/instance/extended_description", .anyone) { call in
            Response { json in
                json.field("updated_at", APIDate.text(of: call.now))
                json.field("content", "<p>\(APIText.description)</p>")
            }
        }
        api.get(".well-known/nodeinfo", .anyone) { call in
            Response { json in
                json.array("links", of: [call.base + "/nodeinfo/2.0"]) { json, address in
                    json.object { json in
                        json.field("rel", "http://nodeinfo.diaspora.software/ns/schema/2.0")
                        json.field("href", address)
                    }
                }
            }
        }
        api.get("nodeinfo/2.0", .anyone, Self.nodeInfo)
        for path in Self.emptyLists {
            api.get("api/v1/\(path)", .anyone) { _ in Response(array: [Int]()) { $0.value($1) } }
        }
        api.get("api/v2/filters", .anyone) { _ in Response(array: [Int]()) { $0.value($1) } }
        api.get("api/v1/preferences", .user("read:accounts")) { call in
            Response { json in
                json.field("posting:default:visibility", call.visibility)
                json.field("posting:default:sensitive", false)
                json.null("posting:default:language")
                json.field("reading:expand:media", "default")
                json.field("reading:expand:spoilers", false)
            }
        }
    }

    private static let rules = [APIText.rule]

    @Sendable
    private static func first(_ call: APICall) async throws -> Response {
        let counts = try await call.guest.storeCounts()
        return Response { json in
            json.field("uri", call.host)
            json.field("title", "Timeline")
            json.field("short_description", APIText.description)
            json.field("description", APIText.description)
            json.field("email", "")
            json.field("version", Self.version)
            json.object("urls") { _ in }
            json.object("stats") { json in
                json.field("user_count", counts.users)
                json.field("status_count", counts.posts)
                json.field("domain_count", 1)
            }
            json.field("thumbnail", call.base + "/media/header.png")
            json.array("languages", of: ["en"]) { $0.value($1) }
            json.field("registrations", false)
            json.field("approval_required", false)
            json.field("invites_enabled", false)
            json.field("max_toot_chars", Self.textLimit)
            Self.configuration(into: &json)
            json.null("contact_account")
            json.array("rules", of: Self.rules) { $0.rule($1) }
        }
    }

    @Sendable
    private static func second(_ call: APICall) async throws -> Response {
        let counts = try await call.guest.storeCounts()
        return Response { json in
            json.field("domain", call.host)
            json.field("title", "Timeline")
            json.field("version", Self.version)
            json.field("source_url", call.base)
            json.field("description", APIText.description)
            json.object("usage") { json in
                json.object("users") { $0.field("active_month", counts.users) }
            }
            json.object("thumbnail") { json in
                json.field("url", call.base + "/media/header.png")
                json.null("blurhash")
                json.object("versions") { _ in }
            }
            json.array("languages", of: ["en"]) { $0.value($1) }
            Self.configuration(into: &json)
            json.object("registrations") { json in
                json.field("enabled", false)
                json.field("approval_required", false)
                json.null("message")
                json.field("url", call.base + "/signup")
            }
            json.object("contact") { json in
                json.field("email", "")
                json.null("account")
            }
            json.array("rules", of: Self.rules) { $0.rule($1) }
        }
    }

    @Sendable
    private static func nodeInfo(_ call: APICall) async throws -> Response {
        let counts = try await call.guest.storeCounts()
        return Response { json in
            json.field("version", "2.0")
            json.object("software") { json in
                json.field("name", "timeline")
                json.field("version", Self.version)
            }
            json.emptyArray("protocols")
            json.object("services") { json in
                json.emptyArray("inbound")
                json.emptyArray("outbound")
            }
            json.field("openRegistrations", false)
            json.object("usage") { json in
                json.object("users") { $0.field("total", counts.users) }
                json.field("localPosts", counts.posts)
            }
            json.object("metadata") { _ in }
        }
    }

    /// Writes the limits.
    private static func configuration(into json: inout JSONWriter) {
        json.object("configuration") { json in
            json.object("urls") { _ in }
            json.object("accounts") { json in
                json.field("max_featured_tags", 0)
                json.field("max_pinned_statuses", 0)
            }
            json.object("statuses") { json in
                json.field("max_characters", textLimit)
                json.field("max_media_attachments", photoLimit)
                json.field("characters_reserved_per_url", 23)
            }
            json.object("media_attachments") { json in
                json.array(
                    "supported_mime_types",
                    of: ["image/jpeg", "image/png", "image/gif", "image/webp", "image/heic"]
                ) { $0.value($1) }
                json.field("image_size_limit", PictureLimits.bytes)
                json.field("image_matrix_limit", PictureLimits.pixels)
                json.field("description_limit", TextField.alt.limit)
                json.field("video_size_limit", 0)
                json.field("video_frame_rate_limit", 0)
                json.field("video_matrix_limit", 0)
            }
            json.object("polls") { json in
                json.field("max_options", 0)
                json.field("max_characters_per_option", 0)
                json.field("min_expiration", 0)
                json.field("max_expiration", 0)
            }
            json.object("translation") { $0.field("enabled", false) }
        }
    }
}

extension JSONWriter {
    /// Writes a rule of the server.
    fileprivate mutating func rule(_ text: String) {
        object { json in
            json.field("id", "1")
            json.field("text", text)
            json.field("hint", "")
        }
    }
}

extension APICall {
    /// The host and port under which the app has reached the server.
    var host: String {
        base.range(of: "://").map { String(base[$0.upperBound...]) } ?? base
    }

    /// The visibility of every post here: "public" if the server shows posts to guests, and
    /// otherwise "private".
    var visibility: String { site.settings.isPublic ? "public" : "private" }
}
