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
        // A long photo is shown small, as a whole, so its large rendition is only for full size.
        let isLarge = max(photo.width, photo.height) > 1080 && !photo.isLong
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
        // A processor that can draw a photo makes its ThumbHash.
        if post.photos.contains(where: { $0.thumbHash == nil }) {
            element("p", .class("hint", "undrawn"), text: FeedText.notDrawn(post.photos.count))
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

extension Photo {
    /// The average colour of the photo as `#rrggbb`, taken from its ThumbHash.
    ///
    /// It is grey if the photo has no ThumbHash.
    ///
    /// The first 18 bits of the hash are the average lightness and the averages of two colour
    /// differences, with 6 bits each (<https://evanw.github.io/thumbhash/>).
    var averageColor: String {
        guard let hash = thumbHash, hash.count >= 3 else { return "#808080" }
        let bytes = hash.prefix(3).map { Int($0) }
        let bits = bytes[0] | bytes[1] << 8 | bytes[2] << 16
        let lightness = Double(bits & 63) / 63
        let yellowBlue = Double(bits >> 6 & 63) / 31.5 - 1
        let redGreen = Double(bits >> 12 & 63) / 31.5 - 1
        let blue = lightness - 2 / 3 * yellowBlue
        let red = (3 * lightness - blue + redGreen) / 2
        let digits: StaticString = "0123456789abcdef"
        return String(unsafeUninitializedCapacity: 7) { text in
            text[0] = UInt8(ascii: "#")
            for (index, channel) in zip([1, 3, 5], [red, red - redGreen, blue]) {
                let value = Int(min(max(channel, 0), 1) * 255 + 0.5)
                text[index] = digits.utf8Start[value >> 4]
                text[index + 1] = digits.utf8Start[value & 15]
            }
            return 7
        }
    }

    /// The size of the photo.
    private var size: PixelSize { PixelSize(width: width, height: height) }

    /// Whether one side is so much longer that its renditions are longer than others.
    fileprivate var isLong: Bool { size.isLong }

    /// Returns the width in pixels of the rendition of the whole photo with the given side.
    func width(within side: Int) -> Int { size.readable(within: side).width }
}
