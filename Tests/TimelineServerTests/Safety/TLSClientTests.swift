#if Server
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import Testing
import TimelineTestSupport

@testable import TimelineServer

@Suite("TLS of clients")
struct TLSClientTests {
    /// Stops its channel from reading after the handshake.
    private final class DeafHandler: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            guard case TLSUserEvent.handshakeCompleted? = event as? TLSUserEvent else { return }
            context.channel.setOption(.autoRead, value: false).whenComplete { _ in }
        }
    }

    /// Closes its channel when something arrives.
    private final class ClosingHandler: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            context.close(promise: nil)
        }
    }

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

    /// Sends a request and returns everything received until the connection ends.
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

    @Test("A server that ends the connection is not called untrusted")
    func disconnected() async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ClosingHandler())
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(server.localAddress?.port)
        await #expect(throws: TLSClientError.disconnected) {
            _ = try await TLSClient().encrypt(try Self.open(port), host: "localhost")
        }
        try await server.close()
    }

    @Test("A slow server slows the sender down instead of filling the memory")
    func slowServer() async throws {
        let files = try TestCertificate.files()
        let context = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: NIOSSLCertificate.fromPEMFile(files.certificate.path)
                    .map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(file: files.key.path, format: .pem))
            )
        )
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handlers = channel.pipeline.syncOperations
                    try handlers.addHandler(NIOSSLServerHandler(context: context))
                    try handlers.addHandler(DeafHandler())
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(server.localAddress?.port)
        let client = try TLSClient(trusting: files.certificate)
        let stream = try await client.encrypt(try Self.open(port), host: "localhost")
        let limit = 64 << 20
        let sent = try await NIOThreadPool.singleton.runIfActive {
            Self.fill(stream, upTo: limit)
        }
        #expect(sent < limit)
        close(stream)
        try await server.close()
    }

    /// Writes until the socket accepts no more bytes for a while, and returns the number of bytes
    /// written.
    private static func fill(_ number: Int32, upTo limit: Int) -> Int {
        let chunk = [UInt8](repeating: 0, count: 1 << 16)
        var sent = 0
        _ = fcntl(number, F_SETFL, O_NONBLOCK)
        var poll = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        while sent < limit, Foundation.poll(&poll, 1, 1000) > 0 {
            sent += max(0, write(number, chunk, chunk.count))
        }
        return sent
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
