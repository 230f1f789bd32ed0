import HTTPTypes
import Hummingbird
import TimelineCore

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
            let stream = LiveStream(
                session: session,
                topics: try LiveTopics(request),
                pause: site.environment.pause
            )
            return Response(
                status: .ok,
                headers: Self.fields,
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
}
