import Foundation
import TimelineCore

extension HTML {
    /// Writes a rectangle with the size and the average colour of a photo, shown until it loads.
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

    /// Writes the average colour of a photo that fills a square, shown until the photo loads.
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

    /// Writes the HTML of an uncropped photo.
    ///
    /// - Parameters:
    ///   - photo: The photo.
    ///   - alt: The description of the photo.
    ///   - links: The addresses.
    ///   - isFirst: Whether the photo is the first on the page. All other photos load lazily.
    mutating func whole(_ photo: Photo, alt: String, with links: PageLinks, isFirst: Bool) {
        let small = links(.photo(photo.blob, .fit1080))
        let isLarge = max(photo.width, photo.height) > 1080
        let sources =
            isLarge
            ? sources(of: photo, small: small, large: links(.photo(photo.blob, .fit2048))) : nil
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

    private func sources(of photo: Photo, small: Link, large: Link) -> String {
        "\(small.text) \(photo.width(within: 1080))w, \(large.text) \(photo.width(within: 2048))w"
    }

    /// Writes the uncropped photos of a post: a single photo, or several in a row that scrolls.
    ///
    /// Each photo links to the destination, or to its own largest rendition if the destination is
    /// `nil`.
    mutating func photos(
        of post: PostView,
        in context: PageContext,
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
                    html.whole(
                        first,
                        alt: context.alt(first, of: post),
                        with: links,
                        isFirst: isFirst
                    )
                }
                return
            }
            html.element("div", .class("frame")) { html in
                html.several(
                    of: post,
                    in: context,
                    first: first,
                    linkingTo: target,
                    isFirst: isFirst
                )
            }
        }
    }

    /// Writes several photos in a row, and below them an indicator with a segment for each photo.
    private mutating func several(
        of post: PostView,
        in context: PageContext,
        first: Photo,
        linkingTo target: (Photo) -> Link,
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
                            with: links,
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
    /// Returns the attribute with the ThumbHash, which the script draws until the photo loads.
    fileprivate static func hash(of photo: Photo) -> Attribute {
        Attribute("data-hash", text: photo.thumbHash?.base64EncodedString())
    }
}

extension PageContext {
    /// Returns the author's description of a photo, or a default such as "Photo by leia,
    /// 14 November".
    func alt(_ photo: Photo, of post: PostView) -> String {
        photo.alt
            ?? FeedText.photo(
                by: post.author.username,
                TimeText.date(local(post.createdAt), today: today)
            )
    }

    /// Returns a date in the time zone of the page.
    func local(_ date: Date) -> LocalTime { LocalTime(date, in: timeZone) }
}
