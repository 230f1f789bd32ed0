#if Server
import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import Testing
import TimelineCore
import TimelineTestSupport

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
        try settings.check()
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

    @Test("A certificate that is missing or invalid is reported with its path")
    func certificate() throws {
        let files = try TestCertificate.files()
        let missing = URL(filePath: "/nowhere/key.pem")
        for (certificate, key, path) in [
            (missing, files.key, missing.path), (files.certificate, missing, missing.path),
        ] {
            let site = try ServerWorld {
                $0.tls = TLSFiles(certificate: certificate, key: key)
            }
            #expect(throws: ServerError.certificateUnusable(path: path, fault: .unreadable)) {
                try site.server.application()
            }
        }
        let site = try ServerWorld {
            $0.tls = TLSFiles(certificate: files.certificate, key: files.certificate)
        }
        #expect(
            throws: ServerError.certificateUnusable(path: files.certificate.path, fault: .invalid)
        ) {
            try site.server.application()
        }
    }

    @Test("Versions of TLS before 1.2 are rejected")
    func tlsVersion() throws {
        let configuration = try TestCertificate.files().configuration()
        #expect(configuration.minimumTLSVersion == .tlsv12)
        #expect(configuration.maximumTLSVersion == nil)
    }

    @Test("Under TLS, cookies are bound to the host and never sent unencrypted")
    func tls() async throws {
        let files = try TestCertificate.files()
        let site = try ServerWorld { $0.tls = files }
        try await site.server.application()
            .test(.ahc(.https)) { client in
                let response = try await client.get("/login")
                #expect(response.status == .ok)
                let cookie = response.headers[.setCookie] ?? ""
                #expect(cookie.hasPrefix("__Host-timeline-forms="))
                #expect(cookie.hasSuffix("; Secure"))
            }
    }

    @Test("Too many or too large header fields are rejected")
    func headers() async throws {
        var many = HTTPFields()
        for number in 0..<101 { many[named: "X-\(number)"] = "x" }
        let large: HTTPFields = [.cookie: String(repeating: "x", count: 20_000)]
        for fields in [many, large] {
            let site = try ServerWorld()
            try await site.server.application()
                .test(.live) { client in
                    // The server closes the connection after its answer, maybe before the client
                    // has sent all fields. In that case, the client finds a closed connection.
                    do {
                        let response = try await client.get("/login", fields)
                        #expect(response.status == .badRequest)
                    } catch let error as ChannelError where error == .ioOnClosedChannel {
                        return
                    }
                }
            // The server still runs, and it accepts the same request without the fields.
            try await site.server.application()
                .test(.live) { client in
                    let response = try await client.get("/login")
                    #expect(response.status == .ok)
                }
        }
    }
}
#endif
