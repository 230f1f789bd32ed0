import Foundation
import TimelineCore

/// An export of the pages of one snapshot as files.
///
/// All dates are absolute and in UTC, so identical stores produce identical files.
struct SiteExport {
    let reader: any SocialReader
    /// The user whose posts to export, or `nil` for everyone's posts.
    let user: User.ID?
    let write: (_ path: String, _ content: Data) throws -> Void
    private let progress: (_ done: Int, _ total: Int) -> Void
    /// The paths of public copies and previews, if the site is part of an archive.
    private let files: [BlobID: String]
    /// The files that show photos.
    private var pictures: [BlobID: StaticSite.Picture] = [:]
    /// The photos that the pages show.
    ///
    /// The caller must create their files.
    private var photos: [BlobID: SitePhoto] = [:]
    private var usernames: Set<String> = []
    private var tags: [Tag: [Post.ID]] = [:]
    private var report = SiteReport()
    /// The number of pages of the site, without those of months until all posts are written.
    private var pageCount = 0
    private let now: Date

    /// The number of posts on a page of the home timeline.
    private static let pageSize = 30

    /// Creates an export that writes nothing yet.
    init(
        of user: User.ID?,
        in reader: any SocialReader,
        files: [BlobID: String] = [:],
        write: @escaping (_ path: String, _ content: Data) throws -> Void,
        progress: @escaping (_ done: Int, _ total: Int) -> Void
    ) throws {
        self.reader = reader
        self.user = user
        self.files = files
        self.write = write
        self.progress = progress
        // Assume a time more than a year after the newest post, so that all dates show their year.
        let newest = Double(try reader.newestStamp(of: nil).milliseconds) / 1000
        now = Date(timeIntervalSince1970: newest + 400 * 86_400)
    }

    /// Writes the pages.
    ///
    /// - Returns: The numbers of pages, and the photos that they show.
    /// - Throws: Any error thrown by `write`, or `TimelineError.storageFailed`.
    mutating func run() throws -> SiteReport {
        try writeAssets()
        let ids = try allPosts()
        let users = try findUsers(of: ids)
        usernames = Set(users.map { $0.username.lowercased() })
        // Two pages list the tags and the months.
        pageCount = ids.count + homeStarts(ids.count).count + users.count + tags.count + 2
        var months: [(time: LocalTime, posts: [Post.ID])] = []
        for id in ids {
            guard let page = try reader.postPage(id, newestComments: nil, for: nil) else {
                continue
            }
            try add(Pages(context(depth: 1)).post(page), at: path(.post(id)))
            note(page.post.photos, isSquare: false)
            note(page.post.photos.prefix(1).map(\.self), isSquare: true)
            for comment in page.comments { note([comment.author.avatar], isSquare: true) }
            let time = LocalTime(page.post.createdAt, in: .gmt)
            if let last = months.last?.time, last.year == time.year, last.month == time.month {
                months[months.count - 1].posts.append(id)
            } else {
                months.append((time, [id]))
            }
        }
        pageCount += months.count
        try writeHome(ids)
        for user in users { try writeProfile(of: user) }
        try writeTags()
        try writeMonths(months)
        try add(
            Data(
                AtomFeed(try posts(ids.prefix(AtomFeed.limit)), links: context(depth: 0).links).xml
                    .utf8
            ),
            at: StaticSite.feedPath
        )
        report.photos = photos.values.sorted { $0.photo.blob < $1.photo.blob }
        report.posts = ids.count
        return report
    }

    // MARK: Contents

    private func allPosts() throws -> [Post.ID] {
        var ids: [Post.ID] = []
        while true {
            let range = PostRange(before: ids.last ?? Post.ID(.max), limit: 1000)
            let page =
                try user.map { try reader.postIDs(.by($0), in: range) }
                ?? reader.postIDs(.all, in: range)
            ids += page
            guard page.count == 1000 else { break }
        }
        return try ids.filter { try reader.post($0, for: nil) != nil }
    }

    private func posts(_ ids: some Sequence<Post.ID>) throws -> [PostView] {
        try reader.posts(Array(ids), for: nil)
    }

    /// Returns the authors of the posts and of the comments on them, and collects the tags of posts.
    private mutating func findUsers(of ids: [Post.ID]) throws -> [User] {
        var users: [User.ID: User] = [:]
        if let user, let own = try reader.user(user) { users[user] = own }
        for (index, id) in ids.enumerated() {
            progress(index + 1, ids.count)
            guard let page = try reader.postPage(id, newestComments: nil, for: nil) else {
                continue
            }
            users[page.post.author.id] = page.post.author
            find(page.post.photos)
            for tag in page.tags { tags[tag, default: []].append(id) }
            for comment in page.comments { users[comment.author.id] = comment.author }
        }
        find(users.values.compactMap(\.avatar))
        return users.values.sorted { $0.username < $1.username }
    }

    /// Selects the files for photos.
    private mutating func find(_ photos: [Photo]) {
        guard !files.isEmpty else { return }
        for photo in photos { pictures[photo.blob] = StaticSite.Picture(of: photo, in: files) }
    }

    // MARK: Files

    private mutating func add(_ content: Data, at path: String) throws {
        try write(path, content)
    }

    private mutating func add(_ page: HTML, at path: String) throws {
        try write(path, Data(page.bytes))
        report.pages += 1
        progress(report.pages, pageCount)
    }

    /// Returns the context of a page in a folder of the given depth.
    private func context(depth: Int) -> PageContext {
        var links = PageLinks(base: String(repeating: "../", count: depth), ending: ".html")
        links.usernames = usernames
        links.tags = Set(tags.keys)
        links.pictures = pictures
        return PageContext(
            viewer: nil,
            token: "",
            path: "",
            now: now,
            timeZone: .gmt,
            links: links,
            hasShortcuts: false,
            isLive: false,
            allowsSignUp: false
        )
    }

    /// Returns the path of a page's file.
    private func path(_ destination: Destination) -> String {
        let path = PageLinks(base: "", ending: ".html")(destination).text
        return path.removingPercentEncoding ?? path
    }

    private mutating func note(_ added: [Photo?], isSquare: Bool) {
        for case let photo? in added {
            var entry = photos[photo.blob] ?? SitePhoto(photo: photo)
            if isSquare { entry.isSquareNeeded = true } else { entry.isWholeNeeded = true }
            photos[photo.blob] = entry
        }
    }

    private mutating func writeAssets() throws {
        for asset in [Asset.icon, .fontLicence] {
            try add(asset.content, at: StaticSite.asset(asset))
        }
        // Browsers do not load fonts from other files for a page opened from a folder.
        let font = "data:font/woff2;base64," + Asset.font.content.base64EncodedString()
        let style =
            String(decoding: Asset.style.content, as: UTF8.self)
            .replacing("/\(Asset.font.path)", with: font)
            .replacing("font-display:optional", with: "font-display:block")
            // The bar has more links than on the server, so the logo must not wrap.
            + ".logo>span{white-space:nowrap}"
        try add(Data(style.utf8), at: StaticSite.asset(.style))
    }

    /// Returns the positions of the first posts on the pages of the home timeline.
    private func homeStarts(_ postCount: Int) -> [Int] {
        Array(stride(from: 0, to: max(1, postCount), by: Self.pageSize))
    }

    private mutating func writeHome(_ ids: [Post.ID]) throws {
        for start in homeStarts(ids.count) {
            let end = min(ids.count, start + Self.pageSize)
            let part = try posts(ids[start..<end])
            let page = TimelinePage(
                part,
                next: end < ids.count ? part.last?.id : nil,
                after: start > 0 ? ids[start - 1] : nil
            )
            let comments = try reader.newestComments(onEach: part.map(\.id), limit: 2)
            let cursor = start > 0 ? ids[start - 1] : nil
            let html = Pages(context(depth: 0)).home(page, comments: comments, postCount: ids.count)
            try add(html, at: path(.home(before: cursor)))
            note(part.map(\.author.avatar), isSquare: true)
        }
    }

    private mutating func writeProfile(of user: User) throws {
        let limit = self.user == nil || self.user == user.id ? Int.max : 0
        guard let page = try reader.profilePage(of: user.id, limit: limit, for: nil) else { return }
        try add(Pages(context(depth: 0)).profile(page), at: path(.profile(user.username)))
        note([user.avatar], isSquare: true)
    }

    private mutating func writeTags() throws {
        let counts = tags.map { TagCount(tag: $0.key, postCount: $0.value.count) }
            .sorted { ($1.postCount, $0.tag.name) < ($0.postCount, $1.tag.name) }
        try add(Pages(context(depth: 1)).tags(counts), at: path(.tags))
        for count in counts {
            let posts = try posts(tags[count.tag] ?? [])
            let page = TimelinePage(posts, next: nil)
            let html = Pages(context(depth: 1)).tag(count.tag, page: page, postCount: posts.count)
            try add(html, at: path(.tag(count.tag)))
        }
    }

    private mutating func writeMonths(_ months: [(time: LocalTime, posts: [Post.ID])]) throws {
        let counts = months.map { ($0.time, $0.posts.count) }
        try add(Pages(context(depth: 0)).months(counts), at: StaticSite.monthsPath)
        for month in months {
            let html = Pages(context(depth: 1)).month(month.time, posts: try posts(month.posts))
            try add(html, at: StaticSite.month(month.time))
        }
    }
}

extension PostPage {
    /// The tags of the caption and of the author's own comments.
    fileprivate var tags: [Tag] {
        let own = comments.filter { $0.author.id == post.author.id }
        let texts = [post.caption] + own.map(\.text)
        var seen: Set<Tag> = []
        return texts.flatMap { TextEntities(in: $0).tags }.filter { seen.insert($0).inserted }
    }
}
