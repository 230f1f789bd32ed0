import Foundation
import NIOCore
import TimelineCore

/// A message in a stream of server-sent events (HTML, section 9.2).
///
/// Each message contains the current state instead of a change, so a client that reconnects misses
/// nothing.
enum LiveEvent: Hashable, Sendable {
    /// The new posts in the home timeline.
    case home(NewPosts)
    /// The current counts of an open post.
    case post(PostCounts)
    /// The post that a page shows was deleted.
    case postDeleted(Post.ID)
    /// An empty message that keeps the connection open and reveals whether the client has
    /// disconnected.
    case heartbeat

    /// A summary of the posts that are newer than those on the loaded page.
    struct NewPosts: Hashable, Codable, Sendable {
        /// The number of posts, at most ``LiveStream/countLimit``.
        let count: Int
        /// The ID of the newest post.
        let newest: Post.ID
    }

    /// The numbers of likes and comments of a post.
    struct PostCounts: Hashable, Codable, Sendable {
        let post: Post.ID
        let likeCount: Int
        let commentCount: Int
        /// Whether the viewer likes the post.
        let isLiked: Bool
        /// The ID of the newest comment, or `nil` if the post has none.
        let newestComment: Comment.ID?
    }

    /// Returns the message in the format of event streams.
    ///
    /// - Throws: An `EncodingError`.
    func message() throws -> ByteBuffer {
        switch self {
        case .home(let posts):
            try Self.message("home", id: posts.newest.description, data: posts)
        case .post(let counts): try Self.message("post", data: counts)
        case .postDeleted(let id): try Self.message("deleted", data: ["post": id])
        case .heartbeat: ByteBuffer(string: ":\n\n")
        }
    }

    private static func message(
        _ name: String,
        id: String? = nil,
        data: some Encodable
    ) throws -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let json = String(decoding: try encoder.encode(data), as: UTF8.self)
        let identifier = id.map { "id: \($0)\n" } ?? ""
        return ByteBuffer(string: "event: \(name)\n\(identifier)data: \(json)\n\n")
    }
}
