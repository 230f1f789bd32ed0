#if Server
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import Logging
import NIOCore
import NIOEmbedded
import TimelineCore
import TimelineMedia
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

/// A server without a network, and its store in memory.
struct ServerWorld {
    let world: TestWorld
    let server: WebServer
    /// The folder of cached renditions.
    let renditions: URL
    /// The folder for files that are being uploaded.
    let uploads: URL
    private let sessionCookie: String

    /// Creates a server for a store, by default an empty one.
    init(
        world: TestWorld? = nil,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        renditions: RenditionCache? = nil,
        _ configure: (inout ServerSettings) -> Void = { _ in }
    ) throws {
        let world = try world ?? TestWorld(.sqliteInMemory)
        self.world = world
        var settings = ServerSettings()
        configure(&settings)
        let folder = try TemporaryFolder.make()
        self.renditions = folder.appending(path: "renditions")
        uploads = folder.appending(path: "uploads")
        sessionCookie = Cookie.session(of: settings).name
        server = WebServer(
            guest: world.guest,
            renditions: renditions
                ?? RenditionCache(folder: self.renditions, blobs: world.blobs),
            uploads: uploads,
            settings: settings,
            environment: world.clock.environment,
            logger: logger
        )
    }

    /// Calls `body` with a client that sends requests to the server.
    func test(_ body: @Sendable (any TestClientProtocol) async throws -> Void) async throws {
        try await server.application().test(.router, body)
    }

    /// Returns the status of the response to a request.
    ///
    /// Unlike HummingbirdTesting, this method does not replace the host in the request.
    func status(of head: HTTPRequest) async throws -> HTTPResponse.Status {
        let source = ApplicationRequestContextSource(
            channel: EmbeddedChannel(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let response = try await server.router().buildResponder()
            .respond(
                to: Request(head: head, body: RequestBody(buffer: ByteBuffer())),
                context: ServerContext(source: source)
            )
        return response.status
    }

    /// Returns the header fields of a request by a logged-in user.
    func cookie(of login: Login) -> HTTPFields {
        [.cookie: "\(sessionCookie)=\(login.token.text)"]
    }

    /// Returns the header fields for submitting a form as a logged-in user, including the form
    /// token.
    func formFields(of login: Login) -> HTTPFields {
        var fields = cookie(of: login)
        fields[.contentType] = "application/x-www-form-urlencoded"
        fields[named: FormToken.header] = FormToken(secret: login.token.bytes).text
        return fields
    }
}

extension TestClientProtocol {
    /// Requests a page.
    func get(_ uri: String, _ fields: HTTPFields = [:]) async throws -> TestResponse {
        try await execute(uri: uri, method: .get, headers: fields)
    }

    /// Submits a form.
    func post(
        _ uri: String,
        _ fields: HTTPFields,
        _ body: String = ""
    ) async throws -> TestResponse {
        try await execute(
            uri: uri,
            method: .post,
            headers: fields,
            body: ByteBuffer(string: body)
        )
    }
}
#endif
