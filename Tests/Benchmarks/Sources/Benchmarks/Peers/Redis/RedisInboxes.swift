import Foundation
import GRDB
import TimelineCore

/// Ready-made inboxes in Redis, beside all posts, users and likes.
///
/// An inbox is a sorted set whose members have one score, so that Redis keeps them in the order of their bytes:
/// a post's identifier, then its author's number, so that one pipeline can ask for posts and authors alike.
struct RedisInboxes {
    static let postFields: [RedisWord] = [
        "caption", "blob", "type", "width", "height", "alt", "thumb", "likes", "comments",
        "place", "latitude", "longitude",
    ]
    static let userFields: [RedisWord] = ["uuid", "name", "display", "bio", "url"]

    private let redis: RedisConnection

    /// Opens a server, and loads it with what the store has.
    init(socket: String, loading store: BenchmarkStore) throws {
        redis = try RedisConnection(socket: socket)
        try RedisLoader(redis).load(store)
    }

    /// A page: one question for its members, and one pipeline for its rows.
    func page(_ reader: Reader, before cursor: Post.ID?, limit: Int) throws -> [PostView] {
        let members = try members(of: reader, before: cursor, limit: limit)
        let authors = Set(members.map(\.author))
        var pipeline = RedisPipeline()
        for member in members {
            pipeline.add(["HMGET", .key("post:", member.post)] + Self.postFields)
            pipeline.add(["SISMEMBER", .key("likes:", member.post), .text(reader.number)])
        }
        for author in authors { pipeline.add(["HMGET", .key("user:", author)] + Self.userFields) }
        return try read(pipeline, members, Array(authors))
    }

    private func members(
        of reader: Reader,
        before cursor: Post.ID?,
        limit: Int
    ) throws -> [InboxMember] {
        let bound = cursor.map { RedisWord.key("(", $0.pushID.bytes) } ?? "+"
        let limit = RedisWord.text(String(limit))
        var pipeline = RedisPipeline()
        pipeline.add(
            ["ZREVRANGEBYLEX", .text("inbox:\(reader.number)"), bound, "-", "LIMIT", "0", limit]
        )
        var members: [InboxMember] = []
        try redis.run(pipeline) { reply in
            members = (0..<reply.count).compactMap { reply[$0].map(InboxMember.init) }
        }
        return members
    }

    private func read(
        _ pipeline: RedisPipeline,
        _ members: [InboxMember],
        _ authors: [[UInt8]]
    ) throws -> [PostView] {
        var rows: [PeerPost] = []
        var users: [[UInt8]: User] = [:]
        var index = 0
        try redis.run(pipeline) { reply in
            if index >= 2 * members.count {
                users[authors[index - 2 * members.count]] = User(reply)
            } else if index.isMultiple(of: 2) {
                rows.append(PeerPost(reply))
            } else {
                rows[index / 2].isLiked = reply.integer == 1
            }
            index += 1
        }
        return zip(members, rows)
            .compactMap { member, row in
                users[member.author].flatMap { row.view(of: member.id, by: $0) }
            }
    }
}

/// A member of an inbox, taken apart.
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
                reply[9]?.text,
                reply[10].flatMap { Double($0.text) },
                reply[11].flatMap { Double($0.text) }
            )
        )
    }
}

extension User {
    fileprivate init?(_ reply: RedisReply) {
        guard let id = reply[0]?.user, let name = reply[1]?.text else { return nil }
        self.init(
            id: id,
            username: name,
            displayName: reply[2]?.text,
            bio: reply[3]?.text,
            url: reply[4]?.text
        )
    }
}
