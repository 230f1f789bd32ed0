import Foundation
import HTTPTypes
import Hummingbird
import TimelineCore
import TimelineMedia
import TimelinePages

/// Writes the entities of the Instagram API: users, media and comments.
///
/// A post is a medium that shows its first photo. IDs are those of the store, as text.
struct InstagramWriter: Sendable {
    /// The address of the server.
    let base: String
    /// The addresses of photos.
    let links: MediaLinks
    /// The newest comments on the posts.
    var comments: [Post.ID: [CommentView]] = [:]

    // MARK: Users

    /// Writes a user as others mention them.
    func person(_ user: User, into json: inout JSONWriter) {
        json.object { members(of: user, into: &$0) }
    }

    /// Writes a user with what they say of themselves and, if it is known, the counts of their
    /// profile.
    func account(_ user: User, _ profile: ProfileView? = nil, into json: inout JSONWriter) {
        json.object { json in
            members(of: user, into: &json)
            json.field("bio", user.bio ?? "")
            json.field("website", user.url ?? "")
            guard let profile else { return }
            json.object("counts") { json in
                json.field("media", profile.postCount)
                json.field("follows", profile.followingCount)
                json.field("followed_by", profile.followerCount)
            }
        }
    }

    private func members(of user: User, into json: inout JSONWriter) {
        json.field("id", user.id.description)
        json.field("username", user.username)
        json.field("full_name", user.displayName ?? "")
        json.field(
            "profile_picture",
            user.avatar.map { links($0.blob, .square150) } ?? links.noAvatar
        )
    }

    // MARK: Media

    /// Writes a post.
    func media(_ post: PostView, into json: inout JSONWriter) {
        json.object { json in
            json.field("id", post.id.description)
            json.field("type", "image")
            json.field("link", "\(base)/post/\(post.id)")
            json.field("created_time", Self.time(post.id.pushID))
            json.name("user")
            person(post.author, into: &json)
            json.object("images") { images(of: post, into: &$0) }
            json.object("likes") { $0.field("count", post.likeCount) }
            json.object("comments") { json in
                json.field("count", post.commentCount)
                json.array("data", of: comments[post.id] ?? []) { comment($1, into: &$0) }
            }
            json.field("user_has_liked", post.likedByViewer)
            json.name("caption")
            caption(of: post, into: &json)
            json.array("tags", of: post.tags) { $0.value($1.name) }
            json.name("location")
            if let place = post.place { location(place, into: &json) } else { json.null() }
            // The name of none.
            json.field("filter", "Normal")
            json.emptyArray("users_in_photo")
            json.null("attribution")
        }
    }

    private func images(of post: PostView, into json: inout JSONWriter) {
        guard let photo = post.photos.first else { return }
        image("thumbnail", photo, .square150, into: &json)
        image("low_resolution", photo, .square320, into: &json)
        image("standard_resolution", photo, .square640, into: &json)
    }

    /// Writes a rendition, which has exactly these members.
    private func image(
        _ name: StaticString,
        _ photo: Photo,
        _ rendition: Rendition,
        into json: inout JSONWriter
    ) {
        let size = rendition.size(of: photo)
        json.object(name) { json in
            json.field("url", links(photo.blob, rendition))
            json.field("width", size.width)
            json.field("height", size.height)
        }
    }

    /// Writes the caption of a post, which is like a comment by its author, or null.
    private func caption(of post: PostView, into json: inout JSONWriter) {
        guard !post.caption.isEmpty else { return json.null() }
        json.object { json in
            json.field("id", post.id.description)
            json.field("text", post.caption)
            json.field("created_time", Self.time(post.id.pushID))
            json.name("from")
            person(post.author, into: &json)
        }
    }

    /// Writes a comment.
    func comment(_ comment: CommentView, into json: inout JSONWriter) {
        json.object { json in
            json.field("id", comment.id.description)
            json.field("text", comment.text)
            json.field("created_time", Self.time(comment.id.pushID))
            json.name("from")
            person(comment.author, into: &json)
        }
    }

    /// Writes a place.
    ///
    /// One without a position has no ID, and one without a name or position lacks the members.
    func location(_ place: Place, into json: inout JSONWriter) {
        json.object { json in
            json.field("id", place.coordinate == nil ? nil : place.id.description)
            if let name = place.name { json.field("name", name) }
            if let coordinate = place.coordinate {
                json.field("latitude", coordinate.latitude)
                json.field("longitude", coordinate.longitude)
            }
        }
    }

    /// Returns the time of an ID in seconds since 1970, as text.
    private static func time(_ id: PushID) -> String { String(id.milliseconds / 1000) }
}

extension APICall {
    /// The number of comments in the entity of a post.
    private static let commentCount = 8

    /// Returns the writer for users, comments and places.
    func instagram() async throws -> InstagramWriter {
        let links = MediaLinks(
            base: base,
            session: token?.sessionID,
            secret: try await site.secret()
        )
        return InstagramWriter(base: base, links: links)
    }

    /// Returns the writer for posts.
    func instagram(of posts: [PostView]) async throws -> InstagramWriter {
        var writer = try await instagram()
        let commented = posts.filter { $0.commentCount > 0 }.map(\.id)
        guard !commented.isEmpty else { return writer }
        writer.comments = try await reader.newestComments(on: commented, limit: Self.commentCount)
        guard session == nil else { return writer }
        let authors = Set(writer.comments.values.joined().map(\.author.id))
        let profiles = try await guest.publicProfiles(of: Array(authors))
        let shown = Set(profiles.map(\.user.id))
        writer.comments = writer.comments.mapValues { $0.filter { shown.contains($0.author.id) } }
        return writer
    }

    /// Returns the response with posts.
    func media(_ posts: [PostView], next: InstagramNext = .nothing) async throws -> Response {
        let writer = try await instagram(of: posts)
        return envelope(posts, next: next) { writer.media($1, into: &$0) }
    }

    /// Returns the response with the posts that have something in common, and that the call asks
    /// for.
    func media(
        _ selection: PostSelection,
        next: (Post.ID?) -> InstagramNext = InstagramNext.media
    ) async throws -> Response {
        let range = try InstagramRange(parameters)
        let page: TimelinePage
        if let session {
            page = try await session.page(
                of: selection,
                before: range.before,
                after: range.after,
                limit: range.limit
            )
        } else {
            page = try await guest.publicPage(
                of: selection,
                before: range.before,
                after: range.after,
                limit: range.limit
            )
        }
        return try await media(page.posts, next: next(page.next))
    }

    /// Returns the response with a page of users, in the order of their usernames.
    func people(_ scope: UserQuery.Scope) async throws -> Response {
        let limit = parameters.limit(50, atMost: InstagramRange.most, named: "count")
        let query = UserQuery(scope, after: parameters["cursor"], limit: limit)
        let found: (users: [User], next: String?)
        if let session {
            let users = try await session.users(query)
            found = (users, users.count == limit ? users.last?.username : nil)
        } else {
            found = try await guest.publicUsers(query)
        }
        let writer = try await instagram()
        return envelope(found.users, next: .users(found.next.map { Link.encoded($0) })) {
            writer.person($1, into: &$0)
        }
    }
}
