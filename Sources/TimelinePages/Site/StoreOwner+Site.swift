package import Foundation
package import TimelineCore

/// A photo on a site, and the versions of it that the site needs.
package struct SitePhoto: Sendable, Hashable {
    /// The photo.
    package let photo: Photo
    /// Whether the site shows the whole photo, at ``StaticSite/photo(_:isSquare:)``.
    package internal(set) var isWholeNeeded = false
    /// Whether the site shows the central square of the photo.
    package internal(set) var isSquareNeeded = false

    init(photo: Photo) { self.photo = photo }
}

/// A summary of a written site.
package struct SiteReport: Sendable, Hashable {
    /// The number of posts.
    package internal(set) var posts = 0
    /// The number of pages.
    package internal(set) var pages = 0
    /// The photos that the pages show, in the order of their IDs.
    package internal(set) var photos: [SitePhoto] = []
}

extension StoreOwner {
    /// Writes the pages of a site that needs no server and no script.
    ///
    /// The site contains a home page, profiles, posts with their comments, tags, months and an Atom
    /// feed of one snapshot. Its addresses are relative, so it can be opened from a folder. The
    /// pages contain no forms. The caller must create the photo files.
    ///
    /// - Parameters:
    ///   - user: The user whose posts to write, or `nil` for everyone's posts.
    ///   - write: Writes a file at a relative path. It is called on a thread that may block.
    ///   - progress: Called with the number of posts read and their total number, and then with the
    ///     number of pages written and their total number.
    /// - Returns: The number of pages, and the photos that they show.
    /// - Throws: Any error thrown by `write`, or `TimelineError.storageFailed`.
    @concurrent
    package func writeSite(
        of user: User.ID?,
        _ write: @escaping @Sendable (_ path: String, _ content: Data) throws -> Void,
        progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) async throws -> SiteReport {
        let repository = engine.syncedRepository
        return try await BlockingExecutor(width: 1)
            .run {
                try repository.read { reader in
                    var export = try SiteExport(
                        of: user,
                        in: reader,
                        write: write,
                        progress: progress
                    )
                    return try export.run()
                }
            }
    }
}

extension StaticSite {
    /// Writes the pages of a site that is part of an archive.
    ///
    /// It is the same site as that of `StoreOwner.writeSite(of:_:progress:)`, but uses the photos in the
    /// archive: public copies, and previews for squares.
    ///
    /// - Parameters:
    ///   - user: The user whose posts to write, or `nil` for everyone's posts.
    ///   - reader: The reader of a snapshot.
    ///   - pictures: The paths of the public copies and previews, relative to the site.
    ///   - write: Writes a file at a path relative to the site.
    ///   - progress: Called with the number of posts read and their total number, and then with the
    ///     number of pages written and their total number.
    /// - Throws: Any error thrown by `write`, or `TimelineError.storageFailed`.
    package static func write(
        of user: User.ID?,
        in reader: any SocialReader,
        showing pictures: [BlobID: String],
        _ write: (_ path: String, _ content: Data) throws -> Void,
        progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws {
        try withoutActuallyEscaping(write) { write in
            var export = try SiteExport(
                of: user,
                in: reader,
                files: pictures,
                write: write,
                progress: progress
            )
            _ = try export.run()
        }
    }
}

extension Pages {
    /// Returns the page that lists the months with posts, newest first.
    func months(_ months: [(LocalTime, Int)]) -> HTML {
        let layout = Layout(title: BarText.months, name: "wide", back: .home())
        return layout.page(in: context) { html in
            html.element("h1", .class("title"), text: BarText.months)
            html.element("div", .class("grid")) { html in
                for (time, count) in months {
                    html.tile(
                        "\(TimeText.month(time)) \(time.year)",
                        detail: CountText.posts(count),
                        href: Link(path: links.base + StaticSite.month(time))
                    )
                }
            }
        }
    }

    /// Returns the page with the posts of a month.
    func month(_ time: LocalTime, posts: [PostView]) -> HTML {
        let title = "\(TimeText.month(time)) \(time.year)"
        let layout = Layout(title: title, name: "wide", back: .home())
        return layout.page(in: context) { html in
            html.element("h1", .class("out-of-sight"), text: title)
            html.months(posts, in: context)
        }
    }
}
