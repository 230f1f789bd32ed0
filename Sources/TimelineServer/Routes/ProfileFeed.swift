import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TimelineCore
import TimelineMedia
import TimelinePages

/// The feed of a user's posts in the Atom format, `/@<username>.atom`, for whoever may see the
/// profile.
struct ProfileFeed {
    private let scope: RequestScope
    private let username: String

    /// Creates the feed that a request asks for.
    ///
    /// - Throws: `TimelineError.userNotFound` if its address is not that of a feed.
    init(_ scope: RequestScope) throws(TimelineError) {
        let name = scope.path("username")
        guard name.hasSuffix(PageLinks.feedEnding) else { throw .userNotFound(name) }
        self.scope = scope
        username = String(name.dropLast(PageLinks.feedEnding.count))
    }

    /// Returns the response, which is empty if the reader already has the feed.
    func response() async throws -> Response {
        let page = try await page()
        let base = scope.site.base(of: scope.request) + "/"
        // Guests of a public server need no cookie for photos of apps.
        let path = scope.visitor.session == nil ? "media" : "photo"
        let ending = scope.visitor.session == nil ? ".jpg" : ""
        let feed = AtomFeed(of: page.profile.user, page.posts.posts, base: base) { blob in
            "\(base)\(path)/\(blob)/\(Rendition.fit1080.rawValue)\(ending)"
        }
        let content = Data(feed.xml.utf8)
        let tag = PhotoTag(of: content)
        let fields: HTTPFields = [.eTag: tag.text, .cacheControl: "private, no-cache"]
        guard !tag.isListed(in: scope.request) else {
            return Response(status: .notModified, headers: fields)
        }
        return Response(
            status: .ok,
            headers: fields.merging([.contentType: "application/atom+xml; charset=utf-8"]),
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: content))
        )
    }

    private func page() async throws -> ProfilePage {
        guard let session = scope.visitor.session else {
            return try await scope.everyone()
                .publicProfilePage(of: username, limit: AtomFeed.limit)
        }
        let user = try await session.user(withUsername: username)
        return try await session.profilePage(of: user.id, limit: AtomFeed.limit)
    }
}
