import Foundation
import HTTPTypes
import Hummingbird
import TimelineCore

/// The topics that a stream observes: the home timeline and open posts.
struct LiveTopics: Hashable, Sendable {
    /// The ID of the newest post in the home timeline when the page was loaded, or `nil` if the
    /// stream does not observe the timeline.
    let newest: Post.ID?
    /// The ID of the newest post that an earlier stream reported to the client, if known.
    let lastSeen: Post.ID?
    /// The IDs of the posts that are open in the browser.
    let posts: [Post.ID]

    /// The maximum number of observed posts.
    static let postLimit = 8

    /// Reads the topics from `/live?since=<post>&post=<post>`.
    ///
    /// If the home timeline is empty, `since` is empty.
    ///
    /// - Throws: ``RequestError/malformed`` if a value is not an ID, or if there are too many
    ///   posts.
    init(_ request: Request) throws(RequestError) {
        let query = request.uri.queryParameters
        let posts = query[values: "post"].map { Post.ID(String($0)) }
        self.posts = posts.compactMap(\.self)
        guard self.posts.count == posts.count, posts.count <= Self.postLimit else {
            throw .malformed
        }
        let since = query["since"].map(String.init)
        newest = since == "" ? Post.ID(.min) : since.flatMap { Post.ID($0) }
        guard since == nil || newest != nil else { throw .malformed }
        lastSeen = request.headers[named: "Last-Event-ID"].flatMap { Post.ID($0) }
    }
}

/// The route for the stream of live updates, `/live`.
struct LiveRoutes {
    /// The parts that all routes share.
    let site: Site

    private static let fields: HTTPFields = [
        .contentType: "text/event-stream", .cacheControl: "no-store",
    ]

    /// Adds the route to the router.
    func add(to router: some RouterMethods<ServerContext>) {
        router.get("live") { request, context in
            // Without a session, the response has no content. Browsers then close the stream
            // without reconnecting or reporting an error.
            guard let session = try? context.visitor.requireSession(), let id = session.id else {
                return Response(status: .noContent)
            }
            let sources = try LiveTopics(request).sources(for: session)
            return Self.response(to: request, of: session, id, sources, at: site)
        }
    }

    /// Returns the response that streams what the given observations yield.
    static func response(
        to request: Request,
        of session: UserSession,
        _ id: Session.ID,
        _ sources: [LiveStream.Source],
        at site: Site
    ) -> Response {
        let stream = LiveStream(
            session: session,
            sources: sources,
            pause: site.environment.pause
        )
        return Response(
            status: .ok,
            headers: fields,
            body: ResponseBody { writer in
                try await site.streams.run(of: id) { place in
                    try await request.body.consumeWithInboundCloseHandler { _ in
                        try await stream.run(in: place) { event in
                            try await writer.write(event.message())
                        }
                    } onInboundClosed: {
                        place.finish()
                    }
                }
                try await writer.finish(nil)
            }
        )
    }
}
