#if Server
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TimelineCore
import TimelinePages

/// A request with its visitor, and the pages as this visitor sees them.
struct Visit: Sendable {
    /// The server.
    let site: Site
    /// The request.
    let request: Request
    /// The state of the request.
    let context: ServerContext

    /// The visitor.
    var visitor: Visitor { context.visitor }

    /// The store as everyone sees it.
    ///
    /// - Throws: `TimelineError.notLoggedIn` unless the server is public.
    func everyone() throws(TimelineError) -> Guest {
        guard site.settings.isPublic else { throw .notLoggedIn }
        return site.guest
    }

    /// The text of a part of the path, decoded; empty if the path does not have it.
    func path(_ name: String) -> String {
        let text = context.parameters.get(name) ?? ""
        return text.removingPercentEncoding ?? text
    }

    /// The text of a query's field; `nil` if it is missing or empty.
    func query(_ name: String) -> String? {
        let encoded = request.uri.queryParameters[name[...]]
        guard let text = encoded.map({ $0.replacing("+", with: " ") }), !text.isEmpty else {
            return nil
        }
        return String(text)
    }

    /// The post in the path.
    ///
    /// - Throws: `TimelineError.postNotFound`.
    func post() throws(TimelineError) -> Post.ID {
        guard let id = Post.ID(path("post")) else { throw .postNotFound(path("post")) }
        return id
    }

    /// The post before which a page starts; `nil` for the first page.
    ///
    /// - Throws: `TimelineError.invalidIdentifier`.
    func cursor() throws(TimelineError) -> Post.ID? {
        guard let text = query("before") else { return nil }
        guard let id = Post.ID(text) else { throw .invalidIdentifier(text) }
        return id
    }

    /// The pages for this visitor.
    func pages() async throws -> Pages {
        guard let session = visitor.session else { return Pages(context(viewer: nil)) }
        return pages(
            for: try await session.user(),
            unreadActivities: try await session.newActivityCount()
        )
    }

    /// The pages for a user.
    func pages(for viewer: User, unreadActivities: Int) -> Pages {
        var context = context(viewer: viewer)
        context.unreadActivities = unreadActivities
        return Pages(context)
    }

    /// The circumstances of a page.
    func context(viewer: User?) -> PageContext {
        PageContext(
            viewer: viewer,
            token: visitor.formSecret.map { FormToken(secret: $0).text } ?? "",
            path: request.uri.string,
            now: site.environment.now(),
            theme: site.preferences.theme(of: request),
            hasShortcuts: site.preferences.hasShortcuts(request),
            isLive: viewer != nil,
            allowsSignUp: site.settings.allowsSignUp
        )
    }
}

extension Response {
    /// A page.
    init(_ html: HTML, status: HTTPResponse.Status = .ok) {
        self.init(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: html.bytes))
        )
    }
}
#endif
