import Foundation
import HTTPTypes
import Logging
import ServiceLifecycle
import TimelineCore
import TimelineSync
import TimelineMedia
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

/// A server, and its store in memory.
struct ServerWorld {
    let world: TestWorld
    let server: WebServer
    /// The folder of cached renditions.
    let renditions: URL
    /// The folder for files that are being uploaded.
    let uploads: URL

    /// Creates a server for a store, by default an empty one.
    init(
        world: TestWorld? = nil,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        renditions: RenditionCache? = nil,
        uploads: URL? = nil,
        responder: SyncResponder? = nil,
        probe: StoreProbe? = nil,
        _ configure: (inout ServerSettings) -> Void = { _ in }
    ) throws {
        let world = try world ?? TestWorld(.sqliteInMemory)
        self.world = world
        var settings = ServerSettings()
        configure(&settings)
        let folder = try TemporaryFolder.make()
        self.renditions = folder.appending(path: "renditions")
        self.uploads = uploads ?? folder.appending(path: "uploads")
        var server = WebServer(
            owner: world.owner,
            renditions: renditions
                ?? RenditionCache(folder: self.renditions, blobs: world.blobs),
            uploads: self.uploads,
            incoming: folder.appending(path: "incoming"),
            settings: settings,
            probe: probe
                ?? StoreProbe { [repository = world.repository] in
                    _ = try repository.read { _, accounts in try accounts.privateValue(forKey: "") }
                }
        )
        server.logger = logger
        if let responder { server.site.responder = responder }
        self.server = server
    }

    /// Calls `body` with a client that passes requests to the server's routes.
    func test(_ body: @Sendable (TestClient) async throws -> Void) async throws {
        try await body(TestClient(server))
    }

    /// Calls `body` with the port of the server while it listens, and then stops the server.
    static func listening(
        _ server: WebServer,
        _ body: @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        let (ports, source) = AsyncStream.makeStream(of: Int.self)
        let application = try server.application { source.yield($0.port ?? 0) }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: application)],
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { source.finish() }
                try await group.run()
            }
            // If the server cannot start, the error of its task is thrown.
            if let port = await ports.first(where: { _ in true }) {
                let result: Result<Void, any Error>
                do { result = .success(try await body(port)) } catch { result = .failure(error) }
                await group.triggerGracefulShutdown()
                try result.get()
            }
            try await tasks.waitForAll()
        }
    }

    /// Returns the status of the response to a request with any host.
    func status(of head: HTTPRequest) async throws -> HTTPResponse.Status {
        try await TestClient(server).respond(to: head).status
    }

    /// Returns the header fields of a request by a logged-in user.
    func cookie(of login: Login) -> HTTPFields {
        [.cookie: "\(server.site.cookies.session.name)=\(login.token.text)"]
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
