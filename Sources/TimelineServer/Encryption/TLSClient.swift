#if Server
public import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// The client side of TLS, which encrypts a connection to another device's server.
///
/// The server's certificate must be valid for its name, and signed by a trusted certificate
/// authority.
public struct TLSClient: Sendable {
    private let context: NIOSSLContext

    /// The maximum duration of a handshake.
    private static let handshakeTime = TimeAmount.seconds(10)

    /// Creates a client.
    ///
    /// - Parameter authorities: A PEM file with the certificates of the authorities to trust, or
    ///   `nil` to trust those of the system.
    /// - Throws: ``TLSClientError/authoritiesUnusable(path:)``.
    public init(trusting authorities: URL? = nil) throws(TLSClientError) {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        do {
            if let authorities {
                let certificates = try NIOSSLCertificate.fromPEMFile(authorities.path)
                configuration.trustRoots = .certificates(certificates)
            }
            context = try NIOSSLContext(configuration: configuration)
        } catch {
            throw .authoritiesUnusable(path: authorities?.path ?? "")
        }
    }

    /// Encrypts a connection.
    ///
    /// - Parameters:
    ///   - socket: The descriptor of a connected socket. The client takes ownership of it.
    ///   - host: The name or IP address for which the certificate must be valid.
    /// - Returns: The descriptor of a socket that carries the plaintext. Close it to end the
    ///   connection.
    /// - Throws: ``TLSClientError/rejected``, ``TLSClientError/silence``,
    ///   ``TLSClientError/disconnected`` or ``TLSClientError/system(errno:)``.
    public func encrypt(_ socket: Int32, host: String) async throws(TLSClientError) -> Int32 {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let outer = try await connect(socket, host: host, on: loop)
        do {
            let (near, far) = try Self.socketPair()
            do {
                try await outer.setOption(.autoRead, value: false).get()
                let inner = try await ClientBootstrap(group: loop)
                    .channelOption(.autoRead, value: false)
                    .channelInitializer { inner in
                        inner.pipeline.addHandler(PassingHandler(to: outer))
                    }
                    .withConnectedSocket(far).get()
                try await outer.pipeline.addHandler(PassingHandler(to: inner)).get()
                Self.join(inner, outer)
                Self.join(outer, inner)
                return near
            } catch {
                close(near)
                throw error
            }
        } catch {
            outer.close(promise: nil)
            throw TLSClientError(error)
        }
    }

    /// Performs the handshake.
    private func connect(
        _ socket: Int32,
        host: String,
        on loop: any EventLoop
    ) async throws(TLSClientError) -> any Channel {
        let handshake = loop.makePromise(of: Void.self)
        let timeout = loop.scheduleTask(in: Self.handshakeTime) {
            handshake.fail(ChannelError.connectTimeout(Self.handshakeTime))
        }
        defer { timeout.cancel() }
        do {
            let channel = try await ClientBootstrap(group: loop)
                .channelInitializer { [context] channel in
                    channel.eventLoop.makeCompletedFuture {
                        let handlers = channel.pipeline.syncOperations
                        // A host that is an IP address has no name, so the certificate must be
                        // valid for the address.
                        let name = Self.isAddress(host) ? nil : host
                        try handlers.addHandler(
                            NIOSSLClientHandler(context: context, serverHostname: name)
                        )
                        try handlers.addHandler(HandshakeHandler(handshake))
                    }
                }
                .withConnectedSocket(socket).get()
            do {
                try await handshake.futureResult.get()
                return channel
            } catch {
                channel.close(promise: nil)
                throw error
            }
        } catch {
            // NIO treats a promise that is never fulfilled as a fault.
            handshake.fail(error)
            throw TLSClientError(error)
        }
    }

    /// Returns whether a host is an IP address.
    private static func isAddress(_ host: String) -> Bool {
        (try? SocketAddress(ipAddress: host, port: 0)) != nil  // Any error means that it is a name.
    }

    /// Closes `channel` after `other` has closed, once everything has been written.
    private static func join(_ channel: any Channel, _ other: any Channel) {
        other.closeFuture.whenComplete { _ in
            channel.writeAndFlush(ByteBuffer()).whenComplete { _ in channel.close(promise: nil) }
        }
    }

    /// Creates a pair of connected sockets.
    private static func socketPair() throws -> (Int32, Int32) {
        #if canImport(Glibc)
        let type = Int32(SOCK_STREAM.rawValue)
        #else
        let type = SOCK_STREAM
        #endif
        var ends: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw TLSClientError.system(errno: errno)
        }
        return (ends[0], ends[1])
    }
}

/// The reason why a connection cannot be encrypted.
public enum TLSClientError: Error, Hashable, Sendable {
    /// The server's certificate is not valid for its name or not signed by a trusted authority, or
    /// the server does not support TLS 1.2 or later.
    case rejected
    /// The file of certificates cannot be read, or contains no certificates.
    case authoritiesUnusable(path: String)
    /// The server did not complete the handshake within 10 seconds.
    case silence
    /// The server ended the connection during the handshake.
    case disconnected
    /// A system call failed.
    case system(errno: Int32)

    fileprivate init(_ error: any Error) {
        switch error {
        case let error as TLSClientError: self = error
        case let error as IOError: self = .system(errno: error.errnoCode)
        case ChannelError.connectTimeout: self = .silence
        case ChannelError.eof: self = .disconnected
        case NIOSSLError.handshakeFailed(.sslError(let reasons))
        where reasons.contains(.eofDuringHandshake):
            self = .disconnected
        default: self = .rejected
        }
    }
}
#endif
