import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineServer

@Suite("Live updates", .timeLimit(.minutes(20)))
struct LiveStreamTests {
    private let site: ServerWorld
    private let leia: Login

    init() async throws {
        site = try ServerWorld()
        leia = try await site.world.signUp("leia")
    }

    /// Collects the events of a stream until `change` returns `false`.
    private func events(
        _ query: String,
        lastSeen: String? = nil,
        while change: @escaping @Sendable (LiveEvent) async throws -> Bool
    ) async throws -> [LiveEvent] {
        let stream = LiveStream(
            session: leia.session,
            sources: try LiveTopics(query: query, lastSeen: lastSeen).sources(for: leia.session),
            pause: { _ in try await Task.sleep(for: .seconds(3600)) }
        )
        let events = Lock<[LiveEvent]>([])
        try await LiveStreams()
            .run(of: try #require(leia.session.id)) { place in
                try await stream.run(in: place) { event in
                    guard event != .heartbeat else { return }
                    events.withLock { $0.append(event) }
                    if try await !change(event) { place.finish() }
                }
            }
        return events.withLock { $0 }
    }

    @Test("A new post is reserved with the number of posts newer than the loaded page")
    func home() async throws {
        let old = try await site.world.post(by: leia.user.id)
        let first = try await site.world.post(by: leia.user.id)
        let events = try await events("since=\(old.id)") { event in
            guard event.count == 1 else { return false }
            try await site.world.post(by: leia.user.id)
            return true
        }
        let newest = try await leia.session.timeline().posts[0].id
        #expect(
            events == [
                .home(LiveEvent.NewPosts(count: 1, newest: first.id)),
                .home(LiveEvent.NewPosts(count: 2, newest: newest)),
            ]
        )
    }

    @Test("A stream that reconnects does not repeat the last event")
    func resuming() async throws {
        let old = try await site.world.post(by: leia.user.id)
        let seen = try await site.world.post(by: leia.user.id)
        let post = try await site.world.post(by: leia.user.id)
        try await leia.session.delete(post.id)
        let events = try await events(
            "since=\(old.id)&post=\(old.id)",
            lastSeen: seen.id.description
        ) { event in
            if case .home = event { return false }
            try await site.world.post(by: leia.user.id)
            return true
        }
        let counts = events.compactMap(\.count)
        #expect(counts == [2])
    }

    @Test("A stream reports likes, comments and the deletion of an open post")
    func post() async throws {
        let post = try await site.world.post(by: leia.user.id)
        let events = try await events("post=\(post.id)") { event in
            switch event {
            case .post(let counts) where counts.likeCount == 0:
                try await leia.session.like(post.id)
            case .post(let counts) where counts.commentCount == 0:
                _ = try await leia.session.comment(on: post.id, "Nice!")
            case .post: try await leia.session.delete(post.id)
            default: return false
            }
            return true
        }
        #expect(events.count == 4)
        #expect(events.last == .postDeleted(post.id))
    }

    @Test("A stream ends when its session ends")
    func ending() async throws {
        let old = try await site.world.post(by: leia.user.id)
        try await site.world.post(by: leia.user.id)
        let events = try await events("since=\(old.id)") { _ in
            try await leia.session.logOut()
            try await site.world.owner.acting(as: leia.user.id)
                .post([PhotoFile(content: SamplePhotos.jpeg)])
            return true
        }
        #expect(events.count == 1)
    }

    @Test("A stream without the home timeline ends with a heartbeat after its session has ended")
    func endingWithAHeartbeat() async throws {
        let stream = LiveStream(
            session: leia.session,
            sources: try LiveTopics(query: "", lastSeen: nil).sources(for: leia.session),
            pause: { _ in }
        )
        let heartbeats = Lock(0)
        try await LiveStreams()
            .run(of: try #require(leia.session.id)) { place in
                try await stream.run(in: place) { _ in
                    heartbeats.withLock { $0 += 1 }
                    try await leia.session.logOut()
                }
            }
        #expect(heartbeats.withLock { $0 } >= 1)
    }

    @Test("If a session opens too many streams, the oldest one ends")
    func limit() async throws {
        let streams = LiveStreams()
        let id = try #require(leia.session.id)
        let ended = Endings()
        try await nested(LiveStreams.limit + 1, streams, id, ended)
        #expect(ended.depths.withLock { $0 } == [LiveStreams.limit + 1])
        #expect(streams.count == 0)
    }

    private func nested(
        _ depth: Int,
        _ streams: LiveStreams,
        _ id: Session.ID,
        _ ended: Endings
    ) async throws {
        guard depth > 0 else { return }
        try await streams.run(of: id) { place in
            place.onEnd { ended.depths.withLock { $0.append(depth) } }
            try await nested(depth - 1, streams, id, ended)
        }
    }

    @Test("Messages have the format of event streams")
    func format() throws {
        let id = Post.ID(.min)
        let event = LiveEvent.home(LiveEvent.NewPosts(count: 3, newest: id))
        #expect(
            String(buffer: try event.message())
                == "event: home\nid: \(id)\ndata: {\"count\":3,\"newest\":\"\(id)\"}\n\n"
        )
        #expect(String(buffer: try LiveEvent.heartbeat.message()) == ":\n\n")
    }

    @Test("Invalid topics are rejected", arguments: ["since=x", "post=x"])
    func topics(query: String) {
        #expect(throws: RequestError.malformed) { try LiveTopics(query: query, lastSeen: nil) }
    }
}

/// Records the depths of the nested streams that were ended, in order.
private final class Endings: Sendable {
    let depths = Lock<[Int]>([])
}

extension LiveEvent {
    /// The number of new posts, or `nil` for other events.
    fileprivate var count: Int? {
        if case .home(let posts) = self { posts.count } else { nil }
    }
}

extension LiveTopics {
    /// Reads the topics from a query.
    fileprivate init(query: String, lastSeen: String?) throws(RequestError) {
        var fields = HTTPFields()
        fields[named: "Last-Event-ID"] = lastSeen
        let head = HTTPRequest(
            method: .get,
            scheme: "http",
            authority: "localhost",
            path: "/live?\(query)",
            headerFields: fields
        )
        try self.init(Request(head: head, body: RequestBody(buffer: ByteBuffer())))
    }
}
