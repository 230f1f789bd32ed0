#if Server
import Foundation
import NIOPosix
import Testing
import TimelineTestSupport

@testable import TimelineServer

@Suite("TLS of clients")
struct TLSClientTests {
    /// Returns a socket that is connected to a port of this machine.
    private static func open(_ port: Int) throws -> Int32 {
        #if canImport(Glibc)
        let type = Int32(SOCK_STREAM.rawValue)
        #else
        let type = SOCK_STREAM
        #endif
        let number = socket(AF_INET, type, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
        return number
    }

    /// Sends a request and returns everything until the end of the connection.
    private static func exchange(_ request: String, over number: Int32) async throws -> String {
        let handle = FileHandle(fileDescriptor: number, closeOnDealloc: true)
        try handle.write(contentsOf: Data(request.utf8))
        let thread = NIOThreadPool.singleton
        let data = try await thread.runIfActive { try handle.readToEnd() ?? Data() }
        return String(decoding: data, as: UTF8.self)
    }

    private static func withServer(
        tls: TLSFiles?,
        _ body: @Sendable (Int) async throws -> Void
    ) async throws {
        let site = try ServerWorld {
            $0.port = 0
            $0.tls = tls
        }
        try await ServerWorld.listening(site.server, body)
    }

    @Test(
        "A server with a certificate of a trusted authority is reached, and its answers are whole"
    )
    func trusted() async throws {
        let files = try TestCertificate.files()
        let client = try TLSClient(trusting: files.certificate)
        try await Self.withServer(tls: files) { port in
            let stream = try await client.encrypt(try Self.open(port), host: "localhost")
            let request =
                "GET /login HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n"
            let response = try await Self.exchange(request, over: stream)
            #expect(response.hasPrefix("HTTP/1.1 200 OK"))
            #expect(response.contains("</html>"))
        }
    }

    @Test("An unknown authority, another name and a server without TLS are rejected")
    func rejected() async throws {
        let files = try TestCertificate.files()
        let (trusting, usual) = (try TLSClient(trusting: files.certificate), try TLSClient())
        try await Self.withServer(tls: files) { port in
            for (client, host) in [
                (usual, "localhost"), (trusting, "127.0.0.1"), (trusting, "example.org"),
            ] {
                await #expect(throws: TLSClientError.rejected) {
                    _ = try await client.encrypt(try Self.open(port), host: host)
                }
            }
        }
        try await Self.withServer(tls: nil) { port in
            await #expect(throws: TLSClientError.rejected) {
                _ = try await trusting.encrypt(try Self.open(port), host: "localhost")
            }
        }
    }

    @Test("A file without certificates is named")
    func authorities() async throws {
        let files = try TestCertificate.files()
        for file in [files.key, files.key.appendingPathExtension("missing")] {
            #expect(throws: TLSClientError.authoritiesUnusable(path: file.path)) {
                _ = try TLSClient(trusting: file)
            }
        }
    }
}
#endif
