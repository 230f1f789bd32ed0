import HTTPTypes
import Hummingbird
import NIOCore
import TimelineCore

/// The stream of the Mastodon API: new, changed and deleted posts of the home timeline, and
/// activity, as server-sent events.
struct MastodonStreaming {
    /// The helper that adds routes of client APIs.
    let api: APIRoutes

    /// The number of newest posts whose changes and deletions are reported.
    private static let depth = 40
    private static let activityScope = "read:notifications"

    /// Adds the routes to the router.
    func add() {
        api.get("api/v1/streaming/health", .anyone) { _ in
            Response(
                status: .ok,
                headers: [.contentType: "text/plain"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: "OK"))
            )
        }
        api.get("api/v1/streaming/user", .user("read:statuses")) { try await Self.stream($0) }
        api.get("api/v1/streaming/user/notification", .user(Self.activityScope)) { call in
            let session = try call.user()
            return try Self.response(
                to: call,
                [{ await Self.observeActivity(of: session, call, $0) }]
            )
        }
        api.get("api/v1/streaming", .user("read:statuses")) { call in
            guard call.parameters["stream"] == "user" else { throw RequestError.pageNotFound }
            return try await Self.stream(call)
        }
    }

    private static func stream(_ call: APICall) async throws -> Response {
        try response(to: call, try await sources(of: call))
    }

    /// Returns the observations of a user's stream: the home timeline, and for apps that may read
    /// it, the activity.
    static func sources(of call: APICall) async throws -> [LiveStream.Source] {
        let session = try call.user()
        var sources: [LiveStream.Source] = [{ await observeHome(of: session, call, $0) }]
        if let session = try await activitySession(of: call) {
            sources.append { await observeActivity(of: session, call, $0) }
        }
        return sources
    }

    /// Opens the session of the call's token for reading the activity, or returns `nil` if its
    /// scopes do not include that.
    private static func activitySession(of call: APICall) async throws -> UserSession? {
        guard let token = call.token else { return nil }
        do {
            return try await call.site.guest.appSession(for: token, requiring: activityScope)
        } catch TimelineError.scopeMissing {
            return nil
        }
    }

    private static func response(
        to call: APICall,
        _ sources: [LiveStream.Source]
    ) throws -> Response {
        let session = try call.user()
        guard let id = session.id else { throw TimelineError.notLoggedIn }
        return LiveRoutes.response(to: call.request, of: session, id, sources, at: call.site)
    }

    /// Reports the difference between each home timeline and the one before it.
    @Sendable
    private static func observeHome(
        of session: UserSession,
        _ call: APICall,
        _ events: AsyncStream<LiveEvent>.Continuation
    ) async {
        do {
            var former: TimelinePage?
            for try await page in session.observe(.home, limit: depth) {
                if let former {
                    try await report(page, after: former, of: session, call, events)
                }
                former = page
            }
        } catch {
            // The session has ended, or the store cannot be read: the app connects again.
        }
        events.finish()
    }

    private static func report(
        _ page: TimelinePage,
        after former: TimelinePage,
        of session: UserSession,
        _ call: APICall,
        _ events: AsyncStream<LiveEvent>.Continuation
    ) async throws {
        let known = Dictionary(former.posts.map { ($0.id, $0) }) { first, _ in first }
        let present = Set(page.posts.map(\.id))
        // Posts below the end of either page have only moved out of it, or into it.
        let end = max(former.next ?? Post.ID(.min), page.next ?? Post.ID(.min))
        for post in page.posts.reversed() where post.id > end {
            if let old = known[post.id] {
                guard old.editedAt != post.editedAt else { continue }
                try await send(post, as: "status.update", call, events)
            } else {
                try await send(post, as: "update", call, events)
            }
        }
        for post in former.posts where post.id > end && !present.contains(post.id) {
            do {
                // It has left the timeline because its author is no longer followed.
                _ = try await session.post(post.id)
            } catch TimelineError.postNotFound {
                // The text is JSON, because clients parse it.
                events.yield(.app("delete", content: "\"\(post.id)\""))
            }
        }
    }

    private static func send(
        _ post: PostView,
        as name: String,
        _ call: APICall,
        _ events: AsyncStream<LiveEvent>.Continuation
    ) async throws {
        let writer = try await call.writer(of: [post])
        var json = JSONWriter()
        writer.status(post, into: &json)
        events.yield(.app(name, content: json.text))
    }

    @Sendable
    private static func observeActivity(
        of session: UserSession,
        _ call: APICall,
        _ events: AsyncStream<LiveEvent>.Continuation
    ) async {
        do {
            for try await activity in session.observeNotifications() {
                let writer = try await call.writer(activity.items)
                for item in activity.items {
                    var json = JSONWriter()
                    writer.notification(item, into: &json)
                    events.yield(.app("notification", content: json.text))
                }
            }
        } catch {
            // As above.
        }
        events.finish()
    }
}
