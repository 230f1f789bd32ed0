import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import TimelineCore
import TimelinePages

/// A request and its visitor.
///
/// It creates the pages for this visitor.
struct RequestScope: Sendable {
    /// The parts that all routes share.
    let site: Site
    /// The request.
    let request: Request
    /// The state of the request.
    let context: ServerContext

    /// The visitor.
    var visitor: Visitor { context.visitor }

    /// Returns the access to the store without a logged-in user.
    ///
    /// - Throws: `TimelineError.notLoggedIn` unless the server is public.
    func everyone() throws(TimelineError) -> Guest {
        guard site.settings.isPublic else { throw .notLoggedIn }
        return site.guest
    }

    /// Returns the decoded value of a path parameter, or an empty string if the path does not
    /// contain it.
    func path(_ name: String) -> String {
        let text = context.parameters.get(name) ?? ""
        return text.removingPercentEncoding ?? text
    }

    /// Returns the decoded value of a query parameter, or `nil` if it is missing, empty or not
    /// valid UTF-8.
    ///
    /// Hummingbird's own parameters are already decoded, so replacing "+" in them would also turn a
    /// percent-encoded "+" into a space.
    func query(_ name: String) -> String? {
        for pair in (request.uri.query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0] == name else { continue }
            let text = try? Form.decoded(parts[1])  // An invalid value counts as missing.
            return text?.isEmpty == true ? nil : text
        }
        return nil
    }

    /// Returns a note that one of the server's own pages has passed in a parameter.
    ///
    /// A link on another site could otherwise show a false note, such as that the account was
    /// deleted.
    func note<Note>(_ name: String, _ note: (String) -> Note?) -> Note? {
        let site = request.headers[named: "Sec-Fetch-Site"] ?? "same-origin"
        return site == "same-origin" ? query(name).flatMap(note) : nil
    }

    /// The path and query of the request, without a confirmation, which is shown once.
    private var pagePath: String {
        Confirmation.removed(from: request.uri.string)
    }

    /// Returns the ID of the post in the path.
    ///
    /// - Throws: `TimelineError.postNotFound` if it is not a valid ID.
    func post() throws(TimelineError) -> Post.ID {
        guard let id = Post.ID(path("post")) else { throw .postNotFound(path("post")) }
        return id
    }

    /// Returns the ID of the post before which a page starts, or `nil` for the first page.
    ///
    /// - Throws: `TimelineError.invalidIdentifier` if it is not a valid ID.
    func cursor() throws(TimelineError) -> Post.ID? {
        guard let text = query("before") else { return nil }
        guard let id = Post.ID(text) else { throw .invalidIdentifier(text) }
        return id
    }

    /// Returns the pages for this visitor.
    func pages() async throws -> Pages {
        guard let session = visitor.session else { return Pages(context(viewer: nil)) }
        return pages(
            for: try await session.user(),
            unreadActivities: try await session.newActivityCount()
        )
    }

    /// Returns the pages for a user.
    func pages(for viewer: User, unreadActivities: Int) -> Pages {
        var context = context(viewer: viewer)
        context.unreadActivities = unreadActivities
        return Pages(context)
    }

    /// Returns the context of a page for the given viewer.
    func context(viewer: User?) -> PageContext {
        PageContext(
            viewer: viewer,
            token: visitor.formSecret.map { FormToken(secret: $0).text } ?? "",
            path: pagePath,
            now: site.environment.now(),
            theme: site.cookies.preferences.theme(of: request),
            hasShortcuts: site.cookies.preferences.hasShortcuts(request),
            toast: viewer == nil ? nil : note(Confirmation.parameter, Confirmation.init)?.toast,
            isLive: viewer != nil,
            allowsSignUp: site.settings.allowsSignUp
        )
    }
}

extension Response {
    /// Creates a response with a page.
    init(_ html: HTML, status: HTTPResponse.Status = .ok) {
        self.init(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: html.bytes))
        )
    }
}
