import Foundation
import TimelineCore

/// A feed of posts in the Atom format (RFC 4287).
///
/// The ID of each entry contains the ID of the post, so readers recognize it in later exports.
struct AtomFeed {
    private let posts: [PostView]
    private let links = PageLinks(base: "", ending: ".html")

    init(_ posts: [PostView]) { self.posts = posts }

    /// The document.
    var xml: String {
        let updated =
            posts.first.map { Self.date($0.createdAt) }
            ?? Self.date(.init(timeIntervalSince1970: 0))
        var xml = AtomText.start(updated: updated)
        for post in posts { xml += entry(post) }
        return xml + AtomText.end
    }

    private func entry(_ post: PostView) -> String {
        let link = Self.escaped(links(.post(post.id)).text)
        let photos = post.photos.map { photo in
            "<img src=\"\(StaticSite.photo(photo.blob, isSquare: false))\" alt=\"\(Self.escaped(photo.alt ?? ""))\">"
        }
        let content = photos.joined() + "<p>" + Self.escaped(post.caption) + "</p>"
        let title = FeedText.photo(
            by: post.author.username,
            TimeText.fullDate(LocalTime(post.createdAt, in: .gmt))
        )
        return AtomText.entry(
            Self.escaped(title),
            id: post.id.description,
            updated: Self.date(post.createdAt),
            author: Self.escaped(post.author.username),
            link: link,
            content: Self.escaped(content)
        )
    }

    private static func date(_ date: Date) -> String {
        TimeText.machine(date).replacing("Z", with: ":00Z")
    }

    /// Escapes a text, and removes the characters that XML does not allow.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n", "\t": escaped.unicodeScalars.append(scalar)
            case ..<" ", "\u{FFFE}", "\u{FFFF}": continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
