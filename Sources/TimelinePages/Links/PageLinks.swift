import Foundation
package import TimelineCore

/// The addresses of pages, forms and files.
///
/// A server uses `PageLinks()`. An export into a folder uses relative addresses: each page receives
/// the path back to the folder and the extension of the page files, as in
/// `PageLinks(base: "../", ending: ".html")`.
package struct PageLinks: Hashable, Sendable {
    /// The start of every address.
    package let base: String
    /// The suffix of every page's path, such as `.html`.
    package let ending: String
    /// The usernames with a profile page, or `nil` for all.
    ///
    /// Mentions of other users are not links.
    package var usernames: Set<String>?
    /// The tags with a page, or `nil` for all.
    ///
    /// Other tags are not links.
    package var tags: Set<Tag>?

    /// The files that show photos, for a site inside an archive.
    ///
    /// All other photos have the paths of ``StaticSite/photo(_:isSquare:)``.
    var pictures: [BlobID: StaticSite.Picture] = [:]

    /// Creates the addresses of a site.
    package init(base: String = "/", ending: String = "") {
        self.base = base
        self.ending = ending
    }

    /// The suffix of the path of a profile's feed.
    package static let feedEnding = ".atom"

    /// Whether the pages are files in a folder, without a server, script or forms.
    ///
    /// The names of such files contain the values that a server's addresses have in the query.
    package var isStatic: Bool { !ending.isEmpty }

    /// Returns whether a tag has a page.
    func hasPage(_ tag: Tag) -> Bool { tags?.contains(tag) ?? true }

    /// Returns whether a user has a profile page.
    func hasProfile(_ username: String) -> Bool {
        usernames?.contains(username.lowercased()) ?? true
    }

    /// Returns the address of a page or file.
    package func callAsFunction(_ destination: Destination) -> Link {
        switch destination {
        case .photo(let blob, let size) where isStatic:
            Link(path: base + picture(blob, isSquare: size.isSquare))
        case .asset(let asset) where isStatic:
            Link(path: base + StaticSite.asset(asset))
        case .photo(let blob, let size):
            Link(path: base + "photo/" + blob.description + "/" + size.rawValue)
        case .asset(let asset): Link(path: "\(base)\(asset.path)")
        case .manifest: Link(path: "\(base)manifest.webmanifest")
        case .live: Link(path: "\(base)live")
        case .home(let before):
            page(ending.isEmpty ? "" : "index", query: [("before", before?.description)])
        case .post(let id): page("post/" + id.description)
        case .profile(let name, nil):
            page("@" + Link.encoded(isStatic ? name.lowercased() : name))
        case .profile(let name, let before):
            page("@\(Link.encoded(name))", query: [("before", before?.description)])
        default: other(destination)
        }
    }

    /// Returns the address to which a form is submitted.
    package func callAsFunction(sending action: Action) -> Link {
        switch action {
        case .like(let id): Link(path: base + "post/" + id.description + "/like")
        case .unlike(let id): Link(path: base + "post/" + id.description + "/unlike")
        case .bookmark(let id): Link(path: base + "post/" + id.description + "/bookmark")
        case .unbookmark(let id): Link(path: base + "post/" + id.description + "/unbookmark")
        case .comment(let id): Link(path: "\(base)post/\(id)/comments")
        case .editPost(let id): Link(path: "\(base)post/\(id)/edit")
        case .deletePost(let id): Link(path: "\(base)post/\(id)/delete")
        case .deleteComment(let id): Link(path: "\(base)comment/\(id)/delete")
        case .follow(let name): Link(path: "\(base)@\(Link.encoded(name))/follow")
        case .unfollow(let name): Link(path: "\(base)@\(Link.encoded(name))/unfollow")
        case .mute(let name): Link(path: "\(base)@\(Link.encoded(name))/mute")
        case .unmute(let name): Link(path: "\(base)@\(Link.encoded(name))/unmute")
        case .block(let name): Link(path: "\(base)@\(Link.encoded(name))/block")
        case .unblock(let name): Link(path: "\(base)@\(Link.encoded(name))/unblock")
        case .logIn: Link(path: "\(base)login")
        case .signUp: Link(path: "\(base)signup")
        case .join: Link(path: "\(base)join")
        case .authorize: Link(path: "\(base)oauth/authorize")
        case .logOut: Link(path: "\(base)logout")
        case .newPost: Link(path: "\(base)new")
        case .editProfile: Link(path: "\(base)settings/profile")
        case .setAppearance: Link(path: "\(base)settings/appearance")
        case .changePassword: Link(path: "\(base)settings/password")
        case .endSessions: Link(path: "\(base)settings/sessions")
        case .invite: Link(path: "\(base)settings/invite")
        case .sync: Link(path: "\(base)settings/sync")
        case .forgetPlace: Link(path: "\(base)settings/sync/forget")
        case .followLink: Link(path: "\(base)settings/follow")
        case .nameDevice: Link(path: "\(base)settings/devices/name")
        case .revokeDevice: Link(path: "\(base)settings/devices/revoke")
        case .pairDevice: Link(path: "\(base)settings/devices/pair")
        case .exportIdentity: Link(path: "\(base)settings/devices/identity")
        case .deleteAccount: Link(path: "\(base)settings/delete")
        case .importArchive: Link(path: "\(base)settings/import")
        case .exportArchive: Link(path: "\(base)settings/export")
        }
    }

    private func other(_ destination: Destination) -> Link {
        switch destination {
        case .logIn(let next): page("login", query: [("next", next)])
        case .signUp: page("signup")
        case .join: page("join")
        case .newPost: page("new")
        case .editPost(let id): page("post/\(id)/edit")
        case .deletePost(let id): page("post/\(id)/delete")
        case .likes(let id, let after): page("post/\(id)/likes", query: [("after", after)])
        case .deleteComment(let id): page("comment/\(id)/delete")
        case .follows(let list, let name, let after):
            page("@\(Link.encoded(name))/\(list.rawValue)", query: [("after", after)])
        case .feed(let name): page("@\(Link.encoded(name))\(Self.feedEnding)")
        case .popular: page("explore")
        case .people(let text, let after):
            page("explore/people", query: [("q", text), ("after", after)])
        case .everyone(let before):
            page("explore/everyone", query: [("before", before?.description)])
        case .near(let vicinity, let before):
            page("explore/near", query: Self.query(vicinity, before: before))
        case .nearPlace(let name): page("explore/near", query: [("position", name)])
        case .tags: page("explore/tags")
        case .tag(let tag, let before):
            page("tag/\(Link.encoded(tag.name))", query: [("before", before?.description)])
        case .search(let text, let after):
            page(
                "search",
                query: [("q", text.isEmpty ? nil : text), ("after", after?.description)]
            )
        case .activity(let before): page("activity", query: [("before", before)])
        case .bookmarks(let before): page("bookmarks", query: [("before", before?.description)])
        case .likedPosts(let before): page("likes", query: [("before", before?.description)])
        case .editProfile: page("settings/profile")
        case .devices: page("settings/sync")
        case .followLink: page("settings/follow")
        case .invitation: page("invitation")
        case .invite: page("settings/invite")
        case .deleteAccount: page("settings/delete")
        case .importArchive: page("settings/import")
        default: page("settings")
        }
    }

    private static func query(
        _ vicinity: SearchArea?,
        before: Post.ID?
    ) -> [(String, String?)] {
        let center = vicinity?.center
        return [
            ("position", center.map { "\($0.latitude),\($0.longitude)" }),
            ("radius", vicinity?.radiusText),
            ("before", before?.description),
        ]
    }

    /// Returns the path of a photo on a static site.
    func picture(_ blob: BlobID, isSquare: Bool) -> String {
        guard let picture = pictures[blob] else {
            return StaticSite.photo(blob, isSquare: isSquare)
        }
        return isSquare ? picture.square : picture.whole
    }

    private func page(_ path: String, query: [(String, String?)] = []) -> Link {
        let pairs = query.compactMap { name, value in
            value.map { "\(name)=\(Link.encoded($0))" }
        }
        guard !isStatic else {
            // File names can have at most 255 bytes, percent-encoded or not.
            let name = query.reduce(path) { name, value in
                value.1.map { "\(name)-\(Link.encoded($0))" } ?? name
            }
            return Link(path: base + StaticSite.shortened(name) + ending)
        }
        let start = base + path + ending
        return Link(path: pairs.isEmpty ? start : "\(start)?\(pairs.joined(separator: "&"))")
    }
}

extension SearchArea {
    /// The radius in the format of the field ``FormField/radius``, such as `1km` or `350m`.
    var radiusText: String {
        let metres = Int(radius)
        return metres > 0 && metres.isMultiple(of: 1000) ? "\(metres / 1000)km" : "\(metres)m"
    }
}
