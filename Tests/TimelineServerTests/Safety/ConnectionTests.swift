import Foundation
import HTTPTypes
import Logging
import ServiceLifecycle
import Testing
import TimelineCore
import TimelineTestSupport

@testable import TimelineServer

@Suite("Safe by default: connections", .timeLimit(.minutes(20)))
struct ConnectionTests {
    private static let lastLine = "</html>"

    @Test("Above the connection limit, a client waits until another disconnects")
    func connectionLimit() async throws {
        var server = try ServerWorld { $0.port = 0 }.server
        server.connectionLimit = 3
        try await ServerWorld.listening(server) { port in
            let client = try await RawConnection(port: port)
            let first = try await RawConnection(port: port)
            let second = try await RawConnection(port: port)
            for connection in [client, first, second] {
                _ = try await connection.get("/login", until: Self.lastLine)
            }
            let third = try await RawConnection(port: port)
            try await third.send("GET /login HTTP/1.1\r\nHost: localhost\r\n\r\n")
            for _ in 0..<20 {
                let response = try await client.get("/login", until: Self.lastLine)
                #expect(response.contains("HTTP/1.1 200 OK"))
            }
            #expect(third.received.isEmpty)
            try await first.close()
            await third.receive(until: Self.lastLine)
            #expect(third.received.hasPrefix("HTTP/1.1 200 OK"))
            for connection in [client, second, third] { try await connection.close() }
        }
    }

    @Test("A request that is not HTTP receives no page")
    func notHTTP() async throws {
        try await ServerWorld.listening(try ServerWorld { $0.port = 0 }.server) { port in
            let connection = try await RawConnection(port: port)
            try await connection.send("nonsense\r\n\r\n")
            await connection.receive()
            #expect(connection.received.hasPrefix("HTTP/1.1 400"))
            #expect(!connection.received.contains("html"))
        }
    }

    @Test("A server that is stopping finishes open requests and then closes their connections")
    func stopping() async throws {
        let hasher = HeldCall()
        let world = try TestWorld(.sqliteInMemory).with(hasher: hasher.hasher)
        let login = try await world.signUp("leia")
        let site = try ServerWorld(world: world) { $0.port = 0 }
        let (ports, source) = AsyncStream.makeStream(of: Int.self)
        let application = try site.server.application { source.yield($0.port ?? 0) }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: application)],
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let port = try #require(await ports.first { _ in true })
            let connection = try await RawConnection(port: port)
            hasher.arm()
            try await connection.send(Self.passwordChange(site.formFields(of: login)))
            try await hasher.untilHolding()
            await group.triggerGracefulShutdown()
            hasher.release()
            await connection.receive()
            #expect(connection.received.hasPrefix("HTTP/1.1 303"))
            try await tasks.waitForAll()
        }
        _ = try await world.logIn("leia", Password("another long password"))
    }

    private static func passwordChange(_ fields: HTTPFields) -> String {
        let body = "password=correct+horse+battery&new-password=another+long+password"
        let lines =
            fields.map { "\($0.name): \($0.value)" } + ["Content-Length: \(body.utf8.count)"]
        let head = ["POST /settings/password HTTP/1.1", "Host: localhost"] + lines
        return head.joined(separator: "\r\n") + "\r\n\r\n" + body
    }

    @Test(
        "A request without a stated body length is rejected before its body is read",
        arguments: ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
    )
    func missingLength(type: String) async throws {
        let head = HTTPRequest(
            method: .post,
            scheme: "http",
            authority: "localhost",
            path: "/login",
            headerFields: [.contentType: type]
        )
        #expect(try await ServerWorld().status(of: head) == .lengthRequired)
    }

    @Test("A body with a stated length above the limit is rejected before it is read")
    func statedLength() async throws {
        for (type, length) in [
            ("application/x-www-form-urlencoded", FormLimits.textBytes),
            ("multipart/form-data; boundary=x", FormLimits.usual.bytes),
        ] {
            var head = HTTPRequest(
                method: .post,
                scheme: "http",
                authority: "localhost",
                path: "/login",
                headerFields: [.contentType: type, .contentLength: "\(length + 1)"]
            )
            #expect(try await ServerWorld().status(of: head) == .contentTooLarge)
            head.headerFields[.contentLength] = "\(length)"
            #expect(try await ServerWorld().status(of: head) != .contentTooLarge)
        }
    }
}
