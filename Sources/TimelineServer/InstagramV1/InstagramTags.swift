import Hummingbird
import TimelineCore

/// The tags of the Instagram API.
struct InstagramTags {
    /// The helper that adds routes of the Instagram API.
    let routes: InstagramRoutes

    private static let read = "read:statuses"

    /// Adds the routes to the router.
    func add() {
        // The counts include posts that guests may not see, and the names of their tags.
        routes.get("v1/tags/search", .user("read:search")) { call in
            let limit = call.parameters.limit(
                InstagramRange.usual,
                atMost: InstagramRange.most,
                named: "count"
            )
            let text = call.parameters["q"] ?? ""
            let tags =
                text.isEmpty ? [] : try await call.user().tags(startingWith: text, limit: limit)
            return call.envelope(tags) { $0.tag($1) }
        }
        routes.get("v1/tags/:name", .reader(Self.read)) { call in
            let count = try await call.count(of: call.tag())
            return call.envelope { $0.tag(count) }
        }
        routes.get("v1/tags/:name/media/recent", .reader(Self.read)) { call in
            try await call.media(.tagged(call.tag()), next: InstagramNext.tagged)
        }
    }
}

extension APICall {
    /// The maximum number of posts that are counted for guests.
    private static let countLimit = 1000

    /// Returns the tag in the path.
    ///
    /// - Throws: `TimelineError.invalidTag`.
    fileprivate func tag() throws(TimelineError) -> Tag { try Tag(path("name")) }

    /// Returns a tag with the number of its posts, which for guests is at most 1,000.
    fileprivate func count(of tag: Tag) async throws -> TagCount {
        guard let session else {
            let page = try await guest.publicPage(of: .tagged(tag), limit: Self.countLimit)
            return TagCount(tag: tag, postCount: page.posts.count)
        }
        // The tag may be the least used of those that start with its name.
        let counts = try await session.tags(startingWith: tag.name, limit: .max)
        return counts.first { $0.tag == tag } ?? TagCount(tag: tag, postCount: 0)
    }
}

extension JSONWriter {
    /// Writes a tag with the number of its posts.
    fileprivate mutating func tag(_ count: TagCount) {
        object { json in
            json.field("name", count.tag.name)
            json.field("media_count", count.postCount)
        }
    }
}
