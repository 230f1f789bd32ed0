import Foundation
import Hummingbird
import TimelineCore
import TimelinePages

/// The notifications and markers of the Mastodon API: the user's activity and what they have read.
struct MastodonNotifications {
    /// The helper that adds routes of client APIs.
    let api: APIRoutes

    private static let read = "read:notifications"
    private static let write = "write:notifications"

    /// Adds the routes to the router.
    func add() {
        api.get("api/v1/notifications", .user(Self.read)) { try await $0.notifications() }
        api.get("api/v1/notifications/unread_count", .user(Self.read)) { call in
            let count = try await call.user().newActivityCount()
            return Response { $0.field("count", count) }
        }
        api.get("api/v1/notifications/:id", .user(Self.read)) { call in
            let found = try await call.notification()
            let writer = try await call.writer([found])
            var json = JSONWriter()
            writer.notification(found, into: &json)
            return Response(json: json)
        }
        api.post("api/v1/notifications/clear", .user(Self.write)) { call in
            try await call.user().clearActivity()
            return Response { _ in }
        }
        api.post("api/v1/notifications/:id/dismiss", .user(Self.write)) { call in
            try await call.user().clearActivity(call.notification().id)
            return Response { _ in }
        }
        addMarkers()
    }

    private func addMarkers() {
        api.get("api/v1/markers", .user("read:statuses")) { call in
            try await call.markers(call.parameters.all("timeline"))
        }
        api.post("api/v1/markers", .user("write:statuses")) { call in
            // Both are read before the first is set.
            let post = try call.parameters["home[last_read_id]"].map(MastodonPage.id)
            let activity = try call.parameters["notifications[last_read_id]"]
                .map(ActivityCursor.init(parsing:))
            if let post { try await call.user().markRead(upTo: post) }
            if let activity { try await call.user().markActivitySeen(upTo: activity) }
            let changed = [post.map { _ in "home" }, activity.map { _ in "notifications" }]
            return try await call.markers(changed.compactMap(\.self))
        }
    }
}

extension ActivityKind {
    /// The type of a notification.
    fileprivate var type: StaticString {
        switch self {
        case .like: "favourite"
        case .comment, .mention: "mention"
        case .follow: "follow"
        }
    }
}

extension APICall {
    /// Returns the notification in the path.
    ///
    /// - Throws: `TimelineError.itemNotFound` if the user has none with this ID.
    fileprivate func notification() async throws -> ActivityNotification {
        guard let cursor = ActivityCursor(path("id")),
            let found = try await user().notification(cursor)
        else { throw TimelineError.itemNotFound(path("id")) }
        return found
    }

    /// Returns the page of notifications that the call asks for.
    fileprivate func notifications() async throws -> Response {
        let session = try user()
        let query = MastodonPage(self, usual: 40, most: 80)
        let (types, others) = (parameters.all("types"), parameters.all("exclude_types"))
        let author = parameters["account_id"].flatMap { User.ID($0) }
        let page = try await session.notifications(
            after: query.max.map(ActivityCursor.init(parsing:)),
            above: (query.min ?? query.since).map(ActivityCursor.init(parsing:)),
            isUpward: query.min != nil,
            limit: query.limit
        ) { event, _ in
            let type = event.kind.type.description
            return (types.isEmpty || types.contains(type)) && !others.contains(type)
                && (author == nil || event.user == author)
        }
        let writer = try await writer(page.items)
        return Response(
            array: page.items,
            headers: links(
                next: page.next?.description,
                previous: page.items.first?.id.description
            )
        ) { writer.notification($1, into: &$0) }
    }

    /// Returns the writer for notifications.
    func writer(_ notifications: [ActivityNotification]) async throws -> MastodonWriter {
        try await writer(
            of: notifications.compactMap { $0.item.comment == nil ? $0.item.post : nil },
            comments: notifications.compactMap(\.item.comment),
            users: notifications.map(\.item.user)
        )
    }

    /// Returns the markers of the given timelines that the user has.
    fileprivate func markers(_ timelines: [String]) async throws -> Response {
        let session = try user()
        let home = timelines.contains("home") ? try await session.readMarker() : nil
        let seen =
            timelines.contains("notifications") ? try await session.newestSeenActivity() : nil
        return Response { json in
            if let home { json.object("home") { $0.marker(home.description, at: home.date) } }
            if let seen {
                json.object("notifications") {
                    $0.marker(seen.id.description, at: seen.item.createdAt)
                }
            }
        }
    }
}

extension JSONWriter {
    /// Writes the members of a marker.
    ///
    /// Its version is a time, because the store keeps no number of changes.
    fileprivate mutating func marker(_ id: String, at date: Date) {
        field("last_read_id", id)
        field("version", Int(date.timeIntervalSince1970))
        field("updated_at", APIDate.text(of: date))
    }
}

extension MastodonWriter {
    /// Writes a notification.
    func notification(_ notification: ActivityNotification, into json: inout JSONWriter) {
        let item = notification.item
        json.object { json in
            json.field("id", notification.id.description)
            json.field("type", item.kind.type.description)
            json.field("group_key", "ungrouped-\(notification.id)")
            json.field("created_at", APIDate.text(of: item.createdAt))
            json.name("account")
            account(item.user, into: &json)
            if let comment = item.comment {
                json.name("status")
                status(comment, into: &json)
            } else if let post = item.post {
                json.name("status")
                status(post, into: &json)
            }
        }
    }

    /// Writes the present version of a post.
    func version(of post: PostView, into json: inout JSONWriter) {
        json.object { json in
            json.field("created_at", APIDate.text(of: post.editedAt ?? post.createdAt))
            version(of: post.caption, by: post.author, into: &json)
            json.array("media_attachments", of: post.photos.enumerated()) { json, photo in
                attachment(photo.element, id: "\(post.id).\(photo.offset)", into: &json)
            }
        }
    }

    /// Writes the only version of a comment.
    func version(of comment: CommentView, into json: inout JSONWriter) {
        json.object { json in
            json.field("created_at", APIDate.text(of: comment.createdAt))
            version(of: comment.text, by: comment.author, into: &json)
            json.emptyArray("media_attachments")
        }
    }

    private func version(of text: String, by author: User, into json: inout JSONWriter) {
        json.field("content", content(text).html.string)
        json.field("spoiler_text", "")
        json.field("sensitive", false)
        json.name("account")
        account(author, into: &json)
        json.emptyArray("emojis")
    }
}
