import Foundation
import GRDB
import TimelineCore

/// Precomputed inboxes in Redis, with all posts, users and likes.
///
/// An inbox is a sorted set in which all members have equal scores, so Redis sorts them by their
/// bytes. A member consists of a post's ID and its author's row ID, so that a single pipeline can
/// request both posts and authors.
struct RedisInboxes {
    static let postFields: [RedisWord] = [
        "caption", "blob", "type", "width", "height", "alt", "thumb", "likes", "comments",
        "place", "latitude", "longitude",
    ]
    static let userFields: [RedisWord] = ["uuid", "name", "display", "bio", "url"]

    private let redis: RedisConnection

    /// Connects to a server and loads the data of a store.
    init(socket: String, loading store: BenchmarkStore) throws {
        redis = try RedisConnection(socket: socket)
        try RedisLoader(redis).load(store)
    }

    /// Reads a page with one command for its members and one pipeline for the posts and authors.
    func page(of reader: Reader, before cursor: Post.ID?, limit: Int) throws -> [PostView] {
        let members = try members(of: reader, before: cursor, limit: limit)
        let authors = Set(members.map(\.author))
        var pipeline = RedisPipeline()
        for member in members {
            pipeline.add(["HMGET", .key(prefix: "post:", id: member.post)] + Self.postFields)
            pipeline.add([
                "SISMEMBER", .key(prefix: "likes:", id: member.post), .text(String(reader.rowID)),
            ])
        }
        for author in authors {
            pipeline.add(["HMGET", .key(prefix: "user:", id: author)] + Self.userFields)
        }
        return try read(pipeline, members: members, authors: Array(authors))
    }

    private func members(
        of reader: Reader,
        before cursor: Post.ID?,
        limit: Int
    ) throws -> [InboxMember] {
        let bound = cursor.map { RedisWord.key(prefix: "(", id: $0.pushID.bytes) } ?? "+"
        let limit = RedisWord.text(String(limit))
        var pipeline = RedisPipeline()
        pipeline.add(
            ["ZREVRANGEBYLEX", .text("inbox:\(reader.rowID)"), bound, "-", "LIMIT", "0", limit]
        )
        var members: [InboxMember] = []
        try redis.run(pipeline) { reply in
            members = (0..<reply.count).compactMap { reply[$0].map(InboxMember.init) }
        }
        return members
    }

    private func read(
        _ pipeline: RedisPipeline,
        members: [InboxMember],
        authors: [[UInt8]]
    ) throws -> [PostView] {
        var posts: [PeerPost] = []
        var users: [[UInt8]: User] = [:]
        var index = 0
        try redis.run(pipeline) { reply in
            if index >= 2 * members.count {
                users[authors[index - 2 * members.count]] = User(reply)
            } else if index.isMultiple(of: 2) {
                posts.append(PeerPost(reply))
            } else {
                posts[index / 2].isLiked = reply.integer == 1
            }
            index += 1
        }
        return zip(members, posts)
            .compactMap { member, post in
                users[member.author].flatMap { post.view(of: member.id, by: $0) }
            }
    }
}

/// The parts of an inbox member.
private struct InboxMember {
    let id: Post.ID
    let post: [UInt8]
    let author: [UInt8]

    init(_ bytes: PeerBytes) {
        id = bytes.postID
        let all = bytes.copy
        post = Array(all[..<PushID.byteCount])
        author = Array(all[PushID.byteCount...])
    }
}

extension PeerPost {
    fileprivate init(_ reply: RedisReply) {
        self.init(
            caption: reply[0]?.text ?? "",
            blob: reply[1]?.blob,
            mediaType: reply[2]?.text ?? "",
            width: reply[3]?.digits ?? 0,
            height: reply[4]?.digits ?? 0,
            alt: reply[5]?.text,
            thumbHash: reply[6]?.data,
            likeCount: reply[7]?.digits ?? 0,
            commentCount: reply[8]?.digits ?? 0,
            place: Self.place(
                name: reply[9]?.text,
                latitude: reply[10].flatMap { Double($0.text) },
                longitude: reply[11].flatMap { Double($0.text) }
            )
        )
    }
}

extension User {
    fileprivate init?(_ reply: RedisReply) {
        guard let id = reply[0]?.user, let username = reply[1]?.text else { return nil }
        self.init(
            id: id,
            username: username,
            displayName: reply[2]?.text,
            bio: reply[3]?.text,
            url: reply[4]?.text
        )
    }
}
