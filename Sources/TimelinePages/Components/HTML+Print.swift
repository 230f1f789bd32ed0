import Foundation
import TimelineCore

extension HTML {
    /// Writes the size and the first colour of a photo, before the photo itself arrives.
    mutating func space(for photo: Photo) {
        element(
            "svg",
            .class("size"),
            Attribute("width", number: photo.width),
            Attribute("height", number: photo.height),
            Attribute("viewBox", text: "0 0 \(photo.width) \(photo.height)"),
            .hash(of: photo),
            .hidden
        ) { html in html.averageColor(of: photo) }
    }

    /// Writes the first colour of a photo that fills a square.
    mutating func ground(_ photo: Photo) {
        element("svg", .class("ground"), .hash(of: photo), .hidden) { html in
            html.averageColor(of: photo)
        }
    }

    private mutating func averageColor(of photo: Photo) {
        element(
            "rect",
            Attribute("width", "100%"),
            Attribute("height", "100%"),
            Attribute("fill", text: photo.averageColor),
            content: { _ in }
        )
    }

    /// Writes the whole photo.
    ///
    /// - Parameters:
    ///   - photo: the photo.
    ///   - alt: the description.
    ///   - links: the addresses.
    ///   - isFirst: whether the photo is the first of a page, which loads at once.
    mutating func whole(_ photo: Photo, alt: String, _ links: PageLinks, isFirst: Bool) {
        let small = links(.photo(photo.blob, .fit1080))
        let isLarge = max(photo.width, photo.height) > 1080
        let sources = isLarge ? sources(photo, small, links(.photo(photo.blob, .fit2048))) : nil
        void(
            "img",
            .src(small),
            Attribute("srcset", text: sources),
            Attribute("sizes", text: isLarge ? "(min-width:68em) 60vw, 100vw" : nil),
            Attribute("width", number: photo.width),
            Attribute("height", number: photo.height),
            Attribute("alt", text: alt),
            Attribute("decoding", "async"),
            isFirst ? Attribute("fetchpriority", "high") : Attribute("loading", "lazy")
        )
    }

    private func sources(_ photo: Photo, _ small: Link, _ large: Link) -> String {
        "\(small.text) \(photo.width(within: 1080))w, \(large.text) \(photo.width(within: 2048))w"
    }

    /// Writes the photos of a post, whole: one hung on the line, or several in a row that scrolls.
    ///
    /// A photo opens the destination, or its own file if that is `nil`.
    mutating func prints(
        _ post: PostView,
        _ context: PageContext,
        opening destination: Destination?,
        isFirst: Bool
    ) {
        let links = context.links
        guard let first = post.photos.first else { return }
        let target = { (photo: Photo) in links(destination ?? .photo(photo.blob, .fit2048)) }
        element("div", .class("prints")) { html in
            guard post.photos.count > 1 else {
                html.element("a", .class("print"), .href(target(first))) { html in
                    html.space(for: first)
                    html.whole(first, alt: context.alt(first, of: post), links, isFirst: isFirst)
                }
                return
            }
            html.element("div", .class("frame")) { html in
                html.several(post, context, first, target, isFirst: isFirst)
            }
        }
    }

    /// Writes several photos in a row, and the segments below them.
    private mutating func several(
        _ post: PostView,
        _ context: PageContext,
        _ first: Photo,
        _ target: (Photo) -> Link,
        isFirst: Bool
    ) {
        let links = context.links
        element("div", .class("print", "several")) { html in
            html.space(for: first)
            html.element(
                "div",
                .class("row"),
                Attribute("role", "group"),
                .label(FeedText.several(post.photos.count)),
                Attribute("tabindex", "0")
            ) { html in
                for (index, photo) in post.photos.enumerated() {
                    html.element("a", .href(target(photo))) { html in
                        html.whole(
                            photo,
                            alt: context.alt(photo, of: post),
                            links,
                            isFirst: isFirst && index == 0
                        )
                    }
                }
            }
        }
        element("div", .class("segments"), .hidden) { html in
            for index in post.photos.indices {
                html.element("i", .class(index == 0 ? "on" : "off"), content: { _ in })
            }
        }
    }
}

extension Attribute {
    /// The ThumbHash, which the script paints until the photo arrives.
    fileprivate static func hash(of photo: Photo) -> Attribute {
        Attribute("data-hash", text: photo.thumbHash?.base64EncodedString())
    }
}

extension PageContext {
    /// The author's description of a photo, else "Photo by leia, 14 November".
    func alt(_ photo: Photo, of post: PostView) -> String {
        photo.alt
            ?? FeedText.photo(
                by: post.author.username,
                TimeText.date(local(post.createdAt), today: local(now))
            )
    }

    /// A date in the time zone of the page.
    func local(_ date: Date) -> LocalTime { LocalTime(date, in: timeZone) }
}
