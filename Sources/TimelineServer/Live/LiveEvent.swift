#if Server
import Foundation
import NIOCore
import TimelineCore

/// A message of a stream of server-sent events (HTML, section 9.2).
///
/// Each message states the present, not a difference, so a stream that reconnects misses nothing.
enum LiveEvent: Hashable, Sendable {
    /// New posts of the home timeline.
    case home(NewPosts)
    /// The counts of an open post.
    case post(PostCounts)
    /// An open post was deleted.
    case postDeleted(Post.ID)
    /// Keeps the connection open and detects a client that is gone.
    case heartbeat

    /// The posts above the one that was newest when the page was loaded.
    struct NewPosts: Hashable, Codable, Sendable {
        /// The number of posts, at most ``LiveStream/countLimit``.
        let count: Int
        /// The newest post.
        let newest: Post.ID
    }

    /// The counts of a post.
    struct PostCounts: Hashable, Codable, Sendable {
        let post: Post.ID
        let likeCount: Int
        let commentCount: Int
        /// Whether the reader likes the post.
        let isLiked: Bool
        /// The newest comment; `nil` without comments.
        let newestComment: Comment.ID?
    }

    /// The message in the format of event streams.
    ///
    /// - Throws: `EncodingError`.
    func message() throws -> ByteBuffer {
        switch self {
        case .home(let posts):
            try Self.message("home", id: posts.newest.description, posts)
        case .post(let counts): try Self.message("post", counts)
        case .postDeleted(let id): try Self.message("deleted", ["post": id])
        case .heartbeat: ByteBuffer(string: ":\n\n")
        }
    }

    private static func message(
        _ name: String,
        id: String? = nil,
        _ data: some Encodable
    ) throws -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let json = String(decoding: try encoder.encode(data), as: UTF8.self)
        let identifier = id.map { "id: \($0)\n" } ?? ""
        return ByteBuffer(string: "event: \(name)\n\(identifier)data: \(json)\n\n")
    }
}
#endif
