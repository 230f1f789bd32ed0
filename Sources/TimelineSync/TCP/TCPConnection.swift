package import TimelineCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A TCP connection that has not been encrypted yet.
///
/// The calls block, so do not call them on Swift's cooperative thread pool.
///
/// ```swift
/// let connection = try TCPConnection.connect(host: "192.168.1.20", port: 4242)
/// var secure = try connection.secure(as: .initiator, with: encryptionKey)
/// var generator = SystemRandomNumberGenerator()
/// let configuration = SessionConfiguration(
///     role: .initiator,
///     salt: Nonce(using: &generator),
///     peer: secure.peer
/// )
/// var session = SyncSession(store: store, configuration: configuration)
/// let outcome = secure.run(&session, clock: clock)
/// ```
package struct TCPConnection: Sendable {
    let socket: TCPSocket

    init(_ socket: TCPSocket) {
        self.socket = socket
    }

    /// Connects to a host.
    ///
    /// - Parameters:
    ///   - host: The name or IP address of the host. The system looks up names, which can take
    ///     longer than the timeout.
    ///   - port: The port.
    ///   - timeout: The time for all addresses of the host together, in milliseconds. Each address
    ///     gets an equal share of the time that the previous ones have left.
    /// - Returns: The connection.
    /// - Throws: ``SyncError/unknownHost``, or ``SyncError/system(errno:)``, such as `ECONNREFUSED`
    ///   or `ETIMEDOUT`.
    package static func connect(
        host: String,
        port: UInt16,
        timeout: UInt64 = TCPLimits.connection
    ) throws(SyncError) -> TCPConnection {
        let deadline = Deadline(milliseconds: timeout)
        let addresses = try SocketAddress.resolve(host: host, port: port)
        return try connect(to: addresses, before: deadline)
    }

    /// Connects to the first address that accepts a connection.
    static func connect(
        to addresses: [SocketAddress],
        before deadline: Deadline
    ) throws(SyncError) -> TCPConnection {
        var failure = SyncError.unknownHost
        for (index, address) in addresses.enumerated() {
            // An address that does not answer leaves time for the next ones.
            let share = deadline.remaining / UInt64(addresses.count - index)
            do throws(SyncError) {
                return try connect(to: address, within: share)
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private static func connect(
        to address: SocketAddress,
        within milliseconds: UInt64
    ) throws(SyncError) -> TCPConnection {
        let socket = try TCPSocket(family: address.family)
        let number = socket.descriptor.number
        var error: Int32 = 0
        _ = address.withPointer { pointer, length in
            let result = connectSocket(number, pointer, length)
            error = result == 0 ? 0 : errno
            return result
        }
        if error == EINPROGRESS {
            guard
                try socket.descriptor.isReady(for: .output, within: milliseconds)
            else { throw .system(errno: ETIMEDOUT) }
            error = socket.pendingError
        }
        guard error == 0 else { throw .system(errno: error) }
        return TCPConnection(socket)
    }

    /// Encrypts the connection, and authenticates the static key of the peer.
    ///
    /// - Parameters:
    ///   - role: The role of this device: the initiator is the side that called
    ///     ``connect(host:port:timeout:)``.
    ///   - key: The box key of this device.
    ///   - timeout: The time for the whole handshake, in milliseconds.
    /// - Returns: The encrypted connection.
    /// - Throws: ``SyncError/handshakeFailed``, ``SyncError/silence``, ``SyncError/disconnected``
    ///   or ``SyncError/system(errno:)``. The connection is closed.
    package func secure(
        as role: NoiseHandshake.Role,
        with key: NoiseKey,
        timeout: UInt64 = TCPLimits.handshake
    ) throws(SyncError) -> SecureConnection {
        do throws(SyncError) {
            let handshake = SecureHandshake(role: role, key: key)
            return SecureConnection(
                try EncryptedStream(socket, performing: handshake, timeout: timeout)
            )
        } catch {
            close()
            throw error
        }
    }

    /// Ends the connection.
    ///
    /// It may be called on any thread. A call that is waiting for the peer then fails.
    package func close() {
        socket.shutDown()
    }
}

private func connectSocket(
    _ number: Int32,
    _ address: UnsafePointer<sockaddr>?,
    _ length: socklen_t
) -> Int32 {
    connect(number, address, length)
}

/// An encrypted TCP connection to a device with a known box key.
///
/// The calls block, so do not call them on Swift's cooperative thread pool.
package struct SecureConnection: Sendable {
    private var connection: EncryptedStream<TCPSocket>

    init(_ connection: EncryptedStream<TCPSocket>) {
        self.connection = connection
    }

    /// The box key that the peer has proved to own.
    ///
    /// Pass it to the session as ``SessionConfiguration/peer``. A device with an invitation first
    /// compares it with ``InvitationLink/box``.
    package var peer: EncryptionKey { connection.channel.peer }

    /// Runs a session to its end, then closes the connection.
    ///
    /// - Parameters:
    ///   - session: A session that has not started.
    ///   - clock: Returns the time.
    /// - Returns: The outcome of the session. It can fail with ``SyncError/handshakeFailed`` if
    ///   encrypted bytes were changed, with ``SyncError/silence`` if the peer neither sends nor
    ///   accepts bytes, and with ``SyncError/system(errno:)``.
    package mutating func run<Store>(
        _ session: inout SyncSession<Store>,
        clock: () -> SyncTime
    ) -> SessionOutcome {
        defer { close() }
        return connection.run(&session, clock: clock)
    }

    /// Ends the connection.
    ///
    /// It may be called on any thread, for example through a copy of the connection. A session that
    /// is waiting for the peer then fails.
    package func close() {
        connection.stream.shutDown()
    }
}
