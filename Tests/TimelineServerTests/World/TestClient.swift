import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import TimelineCore

@testable import TimelineServer

/// A client that passes requests to the routes of a server, without a network.
///
/// HummingbirdTesting contains such a client too, but building it with the HTTP client that it
/// depends on takes almost a minute.
struct TestClient: Sendable {
    private let responder: any HTTPResponder<ServerContext>
    private let logger: Logger
    /// The maximum size of the chunks in which the server receives a body, in bytes.
    private static let partSize = 32 << 10

    init(_ server: WebServer) {
        logger = server.logger
        responder = server.router().buildResponder()
    }

    /// Requests a page.
    func get(_ uri: String, _ fields: HTTPFields = [:]) async throws -> TestResponse {
        try await respond(to: Self.head(.get, uri, fields))
    }

    /// Submits a form.
    func post(
        _ uri: String,
        _ fields: HTTPFields,
        _ body: String = ""
    ) async throws -> TestResponse {
        try await post(uri, fields, ByteBuffer(string: body))
    }

    /// Submits a form in the format that `fields` declare.
    func post(_ uri: String, _ fields: HTTPFields, _ body: ByteBuffer) async throws -> TestResponse
    {
        var fields = fields
        fields[.contentLength] = "\(body.readableBytes)"
        return try await respond(to: Self.head(.post, uri, fields), body)
    }

    /// Sends a request with any host.
    func respond(
        to head: HTTPRequest,
        _ body: ByteBuffer = ByteBuffer()
    ) async throws -> TestResponse {
        var rest = body
        let (parts, source) = AsyncStream.makeStream(of: ByteBuffer.self)
        while let part = rest.readSlice(length: min(Self.partSize, rest.readableBytes)),
            part.readableBytes > 0
        {
            source.yield(part)
        }
        source.finish()
        let context = ServerContext(
            source: ApplicationRequestContextSource(
                channel: NIOAsyncTestingChannel(),
                logger: logger
            )
        )
        let request = Request(head: head, body: RequestBody(asyncSequence: parts))
        let response = try await responder.respond(to: request, context: context)
        let writer = CollectingWriter()
        try await response.body.write(writer)
        return TestResponse(
            status: response.status,
            headers: response.headers,
            body: writer.content.bytes,
            pieceSizes: writer.content.pieceSizes
        )
    }

    private static func head(
        _ method: HTTPRequest.Method,
        _ uri: String,
        _ fields: HTTPFields
    ) -> HTTPRequest {
        HTTPRequest(
            method: method,
            scheme: "http",
            authority: "localhost",
            path: uri,
            headerFields: fields
        )
    }
}

/// The response to a request of a ``TestClient``.
struct TestResponse {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: ByteBuffer
    /// The sizes of the pieces in which the server sent the body, in bytes.
    let pieceSizes: [Int]
}

/// Collects the body of a response.
private struct CollectingWriter: ResponseBodyWriter {
    let content = Content()

    func write(_ buffer: ByteBuffer) { content.append(buffer) }

    func finish(_ trailingHeaders: HTTPFields?) {}

    /// The pieces of a body, which copies of the writer share.
    final class Content: Sendable {
        private let pieces = Lock<[ByteBuffer]>([])

        var pieceSizes: [Int] { pieces.withLock { $0.map(\.readableBytes) } }

        var bytes: ByteBuffer {
            pieces.withLock { pieces in
                pieces.reduce(into: ByteBuffer()) { _ = $0.writeImmutableBuffer($1) }
            }
        }

        func append(_ piece: ByteBuffer) { pieces.withLock { $0.append(piece) } }
    }
}
