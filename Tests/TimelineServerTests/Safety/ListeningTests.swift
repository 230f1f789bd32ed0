import Foundation
import HTTPTypes
import Logging
import NIOCore
import NIOPosix
import Testing
import TimelineCore
import TimelineTestSupport
import TimelineTesting

@testable import TimelineServer

@Suite("Safe by default: listening")
struct ListeningTests {
    @Test("Only this machine can connect by default")
    func loopback() {
        let settings = ServerSettings()
        #expect(settings.host == "127.0.0.1")
        #expect(settings.port == 8080)
        #expect(settings.isLoopback)
    }

    @Test("Loopback names and addresses", arguments: ["localhost", "127.0.0.2", "::1"])
    func loopback(host: String) {
        var settings = ServerSettings()
        settings.host = host
        #expect(settings.isLoopback)
    }

    @Test(
        "An address that others can reach requires a certificate or the insecure setting",
        arguments: ["0.0.0.0", "192.168.0.7", "::", "falcon.local", "127.evil.example"]
    )
    func reachable(host: String) throws {
        var settings = ServerSettings()
        settings.host = host
        #expect(throws: ServerError.unprotected(host: host)) { try settings.check() }
        settings.isInsecure = true
        try settings.check()
        settings.isInsecure = false
        settings.tls = try TestCertificate.files()
        #if TLS
        try settings.check()
        #else
        #expect(throws: ServerError.tlsUnavailable) { try settings.check() }
        #endif
    }

    @Test("A reverse proxy must encrypt, unless the owner accepts that it does not")
    func unprotectedProxy() throws {
        var settings = ServerSettings()
        settings.publicURL = URL(string: "http://photos.lan")
        let error = ServerError.unprotectedProxy(url: "http://photos.lan")
        #expect(throws: error) { try settings.check() }
        #expect(!error.description.contains("--tls-cert"))
        settings.isInsecure = true
        try settings.check()
    }

    @Test(
        "The printed address of a server on all addresses can be opened on another machine",
        arguments: ["0.0.0.0", "::"]
    )
    func printedAddress(host: String) throws {
        var settings = ServerSettings()
        settings.host = host
        let url = settings.url(port: 8080, machine: "falcon")
        let printed = try #require(url.host())
        #expect(printed != "0.0.0.0" && !printed.contains(":"))
        #expect(HostNames(settings, machine: "falcon").contains(printed))
        settings.host = "::1"
        #expect(settings.url(port: 1, machine: nil).absoluteString == "http://[::1]:1/")
    }

    @Test("A port in use is reported")
    func portInUse() async throws {
        let other = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(other.localAddress?.port)
        let site = try ServerWorld { $0.port = port }
        await #expect(throws: ServerError.portInUse(port)) { try await site.server.run { _ in } }
        try await other.close()
    }

    @Test(
        "A port in use by other metrics is reported before anyone is told that the server listens"
    )
    func metricsPortInUse() async throws {
        let other = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(other.localAddress?.port)
        let site = try ServerWorld {
            $0.port = 0
            $0.metrics = MetricsAddress("127.0.0.1:\(port)")
        }
        await #expect(throws: ServerError.metricsPortInUse(port)) {
            try await site.server.run { _ in Issue.record("The server must not be announced.") }
        }
        try await other.close()
    }

    @Test(
        "Unused uploads are removed when the server starts and every hour",
        .timeLimit(.minutes(20))
    )
    func oldUploads() async throws {
        let (hours, hour) = AsyncStream.makeStream(of: Void.self)
        let (waits, wait) = AsyncStream.makeStream(of: Void.self)
        let site = try ServerWorld { $0.port = 0 }
        let leia = try await site.world.signUp("leia")
        @Sendable func upload() async throws {
            let photo = PhotoFile(content: SamplePhotos.jpeg)
            let source = PhotoSource(byteCount: photo.content.count) {
                nil
            } read: { () throws(TimelineError) in
                photo
            }
            _ = try await leia.session.upload(reading: source)
            site.world.clock.advance(by: 86_401)
        }
        var server = site.server
        server.hour = {
            wait.yield()
            guard await hours.first(where: { _ in true }) != nil else { throw CancellationError() }
        }
        try await upload()
        try await ServerWorld.listening(server) { _ in
            _ = await waits.first { _ in true }
            #expect(try site.world.blobs.all().isEmpty)
            try await upload()
            #expect(try !site.world.blobs.all().isEmpty)
            hour.yield()
            _ = await waits.first { _ in true }
            #expect(try site.world.blobs.all().isEmpty)
        }
    }

    @Test("The names of cookies contain the port that the system has chosen")
    func port() async throws {
        let site = try ServerWorld { $0.port = 0 }
        try await ServerWorld.listening(site.server) { port in
            let connection = try await RawConnection(port: port)
            let response = try await connection.get("/login", until: "</html>")
            #expect(response.lowercased().contains("set-cookie: timeline-forms-\(port)="))
            try await connection.close()
        }
    }

    @Test("Too many or too large header fields are rejected")
    func headers() async throws {
        let many = (0..<101).map { "X-\($0): x" }
        let large = ["Cookie: \(String(repeating: "x", count: 20_000))"]
        for fields in [many, large] {
            try await ServerWorld.listening(try ServerWorld { $0.port = 0 }.server) { port in
                let refused = try await RawConnection(port: port)
                // The server closes the connection after its response, possibly before the client
                // has sent all fields. In that case, sending fails.
                do {
                    let response = try await refused.get("/login", fields)
                    #expect(response.hasPrefix("HTTP/1.1 400"))
                } catch let error as ChannelError where error == .ioOnClosedChannel {}
                // The server is still running, and accepts the same request without the fields.
                let connection = try await RawConnection(port: port)
                let response = try await connection.get("/login", until: "</html>")
                #expect(response.hasPrefix("HTTP/1.1 200 OK"))
                try await connection.close()
            }
        }
    }
}
