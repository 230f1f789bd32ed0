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
    /// An observation, which yields events until the stream ends.
    typealias Source = @Sendable (AsyncStream<LiveEvent>.Continuation) async -> Void

    /// The session of the viewer.
    let session: UserSession
    /// The observations.
    let sources: [Source]
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
        yieldingTo events: AsyncStream<LiveEvent>.Continuation
    ) {
        group.addTask {
            // The first message shows the client that the stream is open.
            while events.yield(.heartbeat).isOpen {
                try await pause(Self.rhythm)
                guard try await isOpen() else { return events.finish() }
            }
        }
        for source in sources {
            group.addTask { await source(events) }
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
}

extension LiveTopics {
    /// Returns the observations of these topics.
    func sources(for session: UserSession) -> [LiveStream.Source] {
        let home = newest.map { newest -> LiveStream.Source in
            { events in
                // The observation ends when the session ends, and then the stream ends too.
                try? await observeHome(of: session, above: newest, yieldingTo: events)
                events.finish()
            }
        }
        return [home].compactMap(\.self)
            + posts.map { post in
                // If a post cannot be read, the other observations continue.
                { events in try? await Self.observe(post, for: session, yieldingTo: events) }
            }
    }

    private func observeHome(
        of session: UserSession,
        above newest: Post.ID,
        yieldingTo source: AsyncStream<LiveEvent>.Continuation
    ) async throws {
        let observation = session.observePosts(
            above: newest,
            in: .home,
            limit: LiveStream.countLimit
        )
        for try await posts in observation {
            guard let first = posts.newest, first != lastSeen else { continue }
            source.yield(.home(LiveEvent.NewPosts(count: posts.count, newest: first)))
        }
    }

    private static func observe(
        _ post: Post.ID,
        for session: UserSession,
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
    /// A message for an app: its name, and its content in one line.
    case app(String, content: String)
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
        case .app(let name, let content):
            ByteBuffer(string: "event: \(name)\ndata: \(content)\n\n")
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
