import Foundation
import TimelineCore

/// A feed of posts in the Atom format (RFC 4287).
///
/// The ID of each entry contains the ID of the post, so readers recognize it in later exports.
struct AtomFeed {
    private let posts: [PostView]
    private let links: PageLinks

    /// Creates a feed with links relative to the root folder of the site.
    init(_ posts: [PostView], links: PageLinks) {
        self.posts = posts
        self.links = links
    }

    /// The XML document.
    var xml: String {
        let updated =
            posts.first.map { Self.date($0.createdAt) }
            ?? Self.date(.init(timeIntervalSince1970: 0))
        var xml = AtomText.start(updated: updated)
        for post in posts { xml += entry(post) }
        return xml + AtomText.end
    }

    private func entry(_ post: PostView) -> String {
        let link = links(.post(post.id)).text.escapedForXML
        let photos = post.photos.map { photo in
            "<img src=\"\(links.picture(photo.blob, isSquare: false))\" alt=\"\((photo.alt ?? "").escapedForXML)\">"
        }
        let content = photos.joined() + "<p>" + post.caption.escapedForXML + "</p>"
        let title = FeedText.photo(
            by: post.author.username,
            TimeText.fullDate(LocalTime(post.createdAt, in: .gmt))
        )
        return AtomText.entry(
            title.escapedForXML,
            id: post.id.description,
            updated: Self.date(post.createdAt),
            author: post.author.username.escapedForXML,
            link: link,
            content: content.escapedForXML
        )
    }

    private static func date(_ date: Date) -> String {
        TimeText.machine(date).replacing("Z", with: ":00Z")
    }
}
