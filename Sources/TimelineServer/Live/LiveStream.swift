import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import TimelineCore

/// A stream of server-sent events, which reports changes that the engine observes.
///
/// It ends when the client disconnects, when the server stops, when the session opens too many
/// streams, and, at the next heartbeat at the latest, when the session ends. A client that does not
/// read is disconnected by ``ConnectionGuard``. Until then, its oldest messages are discarded.
struct LiveStream: Sendable {
    /// The session of the viewer.
    let session: UserSession
    /// The topics that the stream observes.
    let topics: LiveTopics
    /// The function that suspends the task between heartbeats.
    let pause: @Sendable (Duration) async throws -> Void

    /// The maximum number of new posts to count.
    ///
    /// Pages show it as "99+".
    static let countLimit = 100
    /// The interval between heartbeats.
    private static let rhythm = Duration.seconds(25)
    /// The maximum number of buffered messages.
    private static let queueLength = 64

    /// Writes messages until the stream ends.
    ///
    /// - Parameters:
    ///   - place: The stream's entry in ``LiveStreams``, which can end the stream.
    ///   - write: The function that writes a message.
    /// - Throws: Any error thrown by `write`.
    func run(
        in place: LiveStreams.Place,
        writing write: @concurrent (LiveEvent) async throws -> Void
    ) async throws {
        let (events, source) = AsyncStream.makeStream(
            of: LiveEvent.self,
            bufferingPolicy: .bufferingNewest(Self.queueLength)
        )
        place.onEnd { source.finish() }
        try await withGracefulShutdownHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                observe(in: &group, yieldingTo: source)
                for await event in events { try await write(event) }
                group.cancelAll()
            }
        } onGracefulShutdown: {
            source.finish()
        }
    }

    private func observe(
        in group: inout ThrowingTaskGroup<Void, any Error>,
        yieldingTo source: AsyncStream<LiveEvent>.Continuation
    ) {
        group.addTask {
            // The first message shows the client that the stream is open.
            while source.yield(.heartbeat).isOpen {
                try await pause(Self.rhythm)
                guard try await isOpen() else { return source.finish() }
            }
        }
        if let newest = topics.newest {
            group.addTask {
                // The observation ends when the session ends, and then the stream ends too.
                try? await observeHome(above: newest, yieldingTo: source)
                source.finish()
            }
        }
        for post in topics.posts {
            group.addTask {
                // If a post cannot be read, the other observations continue.
                try? await observe(post, yieldingTo: source)
            }
        }
    }

    /// Returns whether the session is still open.
    private func isOpen() async throws -> Bool {
        do {
            _ = try await session.user()
            return true
        } catch TimelineError.notLoggedIn {
            return false
        }
    }

    private func observeHome(
        above newest: Post.ID,
        yieldingTo source: AsyncStream<LiveEvent>.Continuation
    ) async throws {
        let observation = session.observePosts(above: newest, in: .home, limit: Self.countLimit)
        for try await posts in observation {
            guard let first = posts.newest, first != topics.lastSeen else { continue }
            source.yield(.home(LiveEvent.NewPosts(count: posts.count, newest: first)))
        }
    }

    private func observe(
        _ post: Post.ID,
        yieldingTo source: AsyncStream<LiveEvent>.Continuation
    ) async throws {
        for try await page in session.observe(post, commentLimit: 1) {
            let counts = LiveEvent.PostCounts(
                post: page.post.id,
                likeCount: page.post.likeCount,
                commentCount: page.post.commentCount,
                isLiked: page.post.likedByViewer,
                newestComment: page.comments.last?.id
            )
            source.yield(.post(counts))
        }
        source.yield(.postDeleted(post))
    }
}

extension AsyncStream.Continuation.YieldResult {
    /// Whether the stream still has a reader.
    fileprivate var isOpen: Bool {
        if case .terminated = self { false } else { true }
    }
}

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
