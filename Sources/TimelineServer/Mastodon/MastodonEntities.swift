import Foundation
import HTTPTypes
import Hummingbird
import TimelineCore
import TimelineMedia
import TimelinePages

/// Writes the entities of the Mastodon API: accounts, statuses and what they contain.
///
/// A post is a status with attachments, and a comment is a status in reply to it. IDs are those of
/// the store, as text.
struct MastodonWriter: Sendable {
    /// The address of the server.
    let base: String
    /// The visibility of every post.
    let visibility: String
    /// The addresses of photos.
    let media: MediaLinks
    /// The BlurHashes of photos.
    let blurHashes: BlurHashes
    /// What else is known of the posts and comments.
    let details: ItemDetails

    // MARK: Accounts

    /// Writes a user.
    func account(_ user: User, into json: inout JSONWriter) {
        json.object { members(of: user, into: &$0) }
    }

    /// Writes the members of an account.
    func members(of user: User, into json: inout JSONWriter) {
        let profile = details.profiles[user.id]
        let address = profileAddress(user.username)
        let picture = user.avatar.map { media($0.blob, .square320) } ?? media.noAvatar
        json.field("id", user.id.description)
        json.field("username", user.username)
        json.field("acct", user.username)
        json.field("display_name", user.displayName ?? "")
        json.members(#""locked":false,"bot":false,"discoverable":true,"group":false"#)
        json.field(
            "created_at",
            APIDate.text(of: profile?.joinedAt ?? Date(timeIntervalSince1970: 0))
        )
        json.field("note", html: content(user.bio ?? "").html)
        json.field("url", address)
        json.field("uri", address)
        json.field("avatar", picture)
        json.field("avatar_static", picture)
        json.field("header", media.noHeader)
        json.field("header_static", media.noHeader)
        json.field("followers_count", profile?.followerCount ?? 0)
        json.field("following_count", profile?.followingCount ?? 0)
        json.field("statuses_count", profile?.postCount ?? 0)
        json.members(#""last_status_at":null,"emojis":[]"#)
        fields(of: user, into: &json)
    }

    /// Writes the user of a session, with what only they see.
    func ownAccount(_ user: User, into json: inout JSONWriter) {
        json.object { json in
            members(of: user, into: &json)
            json.object("source") { json in
                json.field("privacy", visibility)
                json.field("sensitive", false)
                json.null("language")
                json.field("note", user.bio ?? "")
                json.field("follow_requests_count", 0)
                fields(of: user, asText: true, into: &json)
            }
            json.object("role") { json in
                json.field("id", "0")
                json.field("name", "")
                json.field("color", "")
                json.field("permissions", "0")
                json.field("highlighted", false)
            }
        }
    }

    private func fields(of user: User, asText: Bool = false, into json: inout JSONWriter) {
        json.array("fields", of: [user.url].compactMap(\.self)) { json, url in
            json.object { json in
                json.field("name", APIText.website)
                if asText {
                    json.field("value", url)
                } else {
                    json.field("value", html: content(url).html)
                }
                json.null("verified_at")
            }
        }
    }

    private func profileAddress(_ username: String) -> String {
        StatusContent.profileAddress(username, base: base)
    }

    // MARK: Statuses

    /// Writes a post.
    func status(_ post: PostView, into json: inout JSONWriter) {
        json.object { json in
            let id = post.id.description
            start(id, base + "/post/" + id, post.createdAt, into: &json)
            json.field("edited_at", post.editedAt.map { APIDate.text(of: $0) })
            json.members(#""in_reply_to_id":null,"in_reply_to_account_id":null"#)
            json.name("account")
            account(post.author, into: &json)
            text(post.caption, into: &json)
            json.array("media_attachments", of: post.photos.enumerated()) { json, photo in
                attachment(photo.element, id: id + "." + String(photo.offset), into: &json)
            }
            json.field("replies_count", post.commentCount)
            json.field("favourites_count", post.likeCount)
            json.field("favourited", post.likedByViewer)
            json.field("bookmarked", details.bookmarked.contains(post.id))
            place(post.place, into: &json)
            end(into: &json)
        }
    }

    /// Writes a comment.
    func status(_ comment: CommentView, into json: inout JSONWriter) {
        json.object { json in
            let address = "\(base)/post/\(comment.post)#comment-\(comment.id)"
            start(comment.id.description, address, comment.createdAt, into: &json)
            json.null("edited_at")
            json.field("in_reply_to_id", comment.post.description)
            json.field("in_reply_to_account_id", details.authors[comment.post]?.description)
            json.name("account")
            account(comment.author, into: &json)
            text(comment.text, into: &json)
            json.members(#""media_attachments":[],"replies_count":0,"favourites_count":0"#)
            json.members(#""favourited":false,"bookmarked":false"#)
            end(into: &json)
        }
    }

    private func start(
        _ id: String,
        _ address: String,
        _ date: Date,
        into json: inout JSONWriter
    ) {
        json.field("id", id)
        json.field("uri", address)
        json.field("url", address)
        json.field("created_at", APIDate.text(of: date))
        json.field("visibility", visibility)
        json.members(#""sensitive":false,"spoiler_text":"","language":null"#)
    }

    /// Writes a text with its tags and mentions.
    private func text(_ text: String, into json: inout JSONWriter) {
        let content = content(text)
        json.field("content", html: content.html)
        json.field("text", text)
        json.array("tags", of: content.entities.tags) { json, tag in
            json.object { json in
                json.field("name", tag.name)
                json.field("url", TagLink.address(tag.name, base: base))
            }
        }
        json.array("mentions", of: content.entities.mentions) { json, name in
            guard let user = details.mentioned[name] else { return }
            json.object { json in
                json.field("id", user.description)
                json.field("username", name)
                json.field("acct", name)
                json.field("url", profileAddress(name))
            }
        }
    }

    /// Returns a text as HTML, with its tags and mentions.
    func content(_ text: String) -> StatusContent {
        StatusContent(of: text, base: base, mentioned: details.mentioned)
    }

    /// Writes the place of a post, as Pixelfed does, which other clients ignore.
    private func place(_ place: Place?, into json: inout JSONWriter) {
        guard let place else { return }
        json.object("place") { json in
            json.field("name", place.name)
            json.field("latitude", place.coordinate?.latitude)
            json.field("longitude", place.coordinate?.longitude)
        }
    }

    /// Writes the members for what does not exist here.
    private func end(into json: inout JSONWriter) {
        json.members(#""emojis":[],"reblogs_count":0,"reblogged":false,"muted":false"#)
        json.members(#""pinned":false,"reblog":null,"poll":null,"card":null"#)
        json.members(#""application":null,"filtered":[]"#)
    }

    // MARK: Attachments

    /// Writes a photo.
    func attachment(_ photo: Photo, id: String, into json: inout JSONWriter) {
        json.object { json in
            json.field("id", id)
            json.field("type", "image")
            let address = media(photo.blob)
            json.field("url", address(.fit2048))
            json.field("preview_url", address(.fit1080))
            json.members(#""remote_url":null,"preview_remote_url":null,"text_url":null"#)
            json.object("meta") { json in
                json.object("original") { size(of: photo, .fit2048, into: &$0) }
                json.object("small") { size(of: photo, .fit1080, into: &$0) }
                json.members(#""focus":{"x":0,"y":0}"#)
            }
            json.field("description", photo.alt)
            json.field("blurhash", blurHashes.hash(of: photo))
        }
    }

    /// Writes the size of a copy.
    private func size(of photo: Photo, _ rendition: Rendition, into json: inout JSONWriter) {
        let (width, height) = rendition.size(of: photo)
        json.field("width", width)
        json.field("height", height)
        json.field("size", String(width) + "x" + String(height))
        json.field("aspect", Double(photo.width) / Double(photo.height))
    }
}

extension JSONWriter {
    /// Writes a member with HTML as its text.
    fileprivate mutating func field(_ name: StaticString, html: HTML) {
        self.name(name)
        value(utf8: html.bytes)
    }
}

extension APICall {
    /// Returns the writer for posts, comments and users.
    func writer(
        of posts: [PostView] = [],
        comments: [CommentView] = [],
        users: [User] = []
    ) async throws -> MastodonWriter {
        try await writer(
            reader.details(of: posts, comments: comments, users: users.map(\.id))
        )
    }

    /// Returns the writer for what has the given details.
    func writer(_ details: ItemDetails) async throws -> MastodonWriter {
        MastodonWriter(
            base: base,
            visibility: visibility,
            media: MediaLinks(
                base: base,
                session: token?.sessionID,
                secret: try await site.secret()
            ),
            blurHashes: site.blurHashes,
            details: details
        )
    }

    /// Returns a response with posts.
    func statuses(_ posts: [PostView], headers: HTTPFields = [:]) async throws -> Response {
        let writer = try await writer(of: posts)
        return Response(array: posts, headers: headers) { writer.status($1, into: &$0) }
    }

    /// Returns a response with posts and comments.
    func statuses(_ items: [PostOrComment], headers: HTTPFields) async throws -> Response {
        var (posts, comments): ([PostView], [CommentView]) = ([], [])
        for item in items {
            switch item {
            case .post(let post): posts.append(post)
            case .comment(let comment): comments.append(comment)
            }
        }
        let writer = try await writer(of: posts, comments: comments)
        return Response(array: items, headers: headers) { json, item in
            switch item {
            case .post(let post): writer.status(post, into: &json)
            case .comment(let comment): writer.status(comment, into: &json)
            }
        }
    }

    /// Returns a response with a post.
    func status(_ post: PostView) async throws -> Response {
        let writer = try await writer(of: [post])
        var json = JSONWriter(reserving: 4096)
        writer.status(post, into: &json)
        return Response(json: json)
    }

    /// Returns a response with a comment.
    func status(_ comment: CommentView) async throws -> Response {
        let writer = try await writer(comments: [comment])
        var json = JSONWriter()
        writer.status(comment, into: &json)
        return Response(json: json)
    }

    /// Returns a response with users.
    func accounts(_ users: [User], headers: HTTPFields = [:]) async throws -> Response {
        let writer = try await writer(users: users)
        return Response(array: users, headers: headers) { writer.account($1, into: &$0) }
    }
}
