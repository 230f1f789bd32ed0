import Foundation
package import TimelineCore

/// A feed of posts in the Atom format (RFC 4287).
///
/// The ID of each entry contains the ID of the post, so readers recognize it in later exports and on
/// other servers.
package struct AtomFeed {
    private let posts: [PostView]
    private let links: PageLinks
    private let title: String
    private let id: String
    /// The address of the page with the same posts.
    private let page: String
    /// The address of the feed, or `nil` if it is a file.
    private let address: String?
    /// Returns the address of a photo.
    private let picture: (BlobID) -> String

    /// The maximum number of posts in a feed.
    package static let limit = 50

    /// Creates the feed of a site, with links relative to its root folder.
    init(_ posts: [PostView], links: PageLinks) {
        self.posts = posts
        self.links = links
        title = BarText.name
        id = "feed"
        page = StaticSite.homePath
        address = nil
        picture = { links.picture($0, isSquare: false) }
    }

    /// Creates the feed of a user.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - posts: The user's newest posts, newest first.
    ///   - base: The address of the server with a slash at its end.
    ///   - picture: Returns the address of a photo.
    package init(
        of user: User,
        _ posts: [PostView],
        base: String,
        picture: @escaping (BlobID) -> String
    ) {
        self.posts = posts
        links = PageLinks(base: base)
        let name = FeedText.mention(user.username)
        title = user.displayName.map { "\($0) (\(name))" } ?? name
        id = "user:\(user.id)"
        page = links(.profile(user.username)).text
        address = links(.feed(of: user.username)).text
        self.picture = picture
    }

    /// The XML document.
    package var xml: String {
        let dates = posts.map(\.changedAt)
        var xml = AtomText.start(
            title.escapedForXML,
            id: id,
            updated: Self.text(of: dates.max() ?? Date(timeIntervalSince1970: 0)),
            page: page.escapedForXML,
            address: address?.escapedForXML
        )
        for post in posts { xml += entry(post) }
        return xml + AtomText.end
    }

    private func entry(_ post: PostView) -> String {
        let link = links(.post(post.id)).text.escapedForXML
        let photos = post.photos.map { photo in
            "<img src=\"\(picture(photo.blob).escapedForXML)\" alt=\"\((photo.alt ?? "").escapedForXML)\">"
        }
        let caption = post.caption.escapedForXML.replacing("\n", with: "<br>")
        let content = photos.joined() + "<p>" + caption + "</p>"
        let title = FeedText.photo(
            by: post.author.username,
            TimeText.fullDate(LocalTime(post.createdAt, in: .gmt))
        )
        return AtomText.entry(
            title.escapedForXML,
            id: post.id.description,
            published: Self.text(of: post.createdAt),
            updated: Self.text(of: post.changedAt),
            author: post.author.username.escapedForXML,
            link: link,
            content: content.escapedForXML
        )
    }

    private static func text(of date: Date) -> String { date.formatted(.iso8601) }
}

extension PostView {
    /// The time at which the post was made or last edited.
    fileprivate var changedAt: Date { editedAt ?? createdAt }
}
