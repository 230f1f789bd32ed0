public import TimelineRecords

/// Runs a session as HTTP requests to a server, one for each turn.
///
/// The request bodies together are the bytes that a device would send over TCP, and the response
/// bodies the bytes that it would receive: a handshake, then encrypted turns. So both sides prove
/// their identity, and nobody in between can read anything, whether or not HTTP itself is
/// encrypted. An empty body ends a session that the server has not ended.
///
/// The calls block, so do not call them on Swift's cooperative thread pool.
public struct HTTPCarrier: Sendable {
    private var connection: HTTPConnection
    private var channel: SecureChannel
    /// The last handshake message, which is sent with the first turn.
    private var pending: [UInt8]

    /// Connects to a server, and performs the handshake.
    ///
    /// - Parameters:
    ///   - host: The name or IP address of the server.
    ///   - port: The port.
    ///   - user: The user's username on the server, which is required only if its store has several
    ///     users.
    ///   - key: The box key of this device.
    /// - Returns: A carrier for one session.
    /// - Throws: ``SyncError/httpStatus(_:)``, ``SyncError/malformedResponse``,
    ///   ``SyncError/handshakeFailed``, ``SyncError/silence``, ``SyncError/unknownHost``,
    ///   ``SyncError/disconnected`` or ``SyncError/system(errno:)``.
    public static func connect(
        host: String,
        port: UInt16,
        user: String?,
        with key: NoiseKey
    ) throws(SyncError) -> HTTPCarrier {
        try connect(
            over: TCPConnection.connect(host: host, port: port),
            host: host,
            port: port,
            user: user,
            with: key
        )
    }

    /// Performs the handshake over a connection to a server, which TLS may encrypt.
    ///
    /// - Parameters:
    ///   - socket: The connection.
    ///   - host: The name or IP address of the server.
    ///   - port: The port.
    ///   - user: The user's username on the server, which is required only if its store has several
    ///     users.
    ///   - key: The box key of this device.
    /// - Returns: A carrier for one session.
    /// - Throws: The errors of ``connect(host:port:user:with:)``, except those for a connection
    ///   that cannot be established.
    public static func connect(
        over socket: TCPConnection,
        host: String,
        port: UInt16,
        user: String?,
        with key: NoiseKey
    ) throws(SyncError) -> HTTPCarrier {
        let name = host.contains(":") ? "[\(host)]" : host
        var connection = HTTPConnection(
            socket.socket,
            host: "\(name):\(port)",
            path: user.map { "/@\($0)/sync" } ?? "/sync"
        )
        do throws(SyncError) {
            var handshake = SecureHandshake(role: .initiator, key: key)
            let first = try handshake.advance()
            let reply = try connection.post(first, patience: HTTPLimits.handshake)
            let last = try handshake.advance(with: reply)
            guard let channel = try handshake.channel() else { throw .handshakeFailed }
            return HTTPCarrier(connection: connection, channel: channel, pending: last)
        } catch {
            connection.close()
            throw error
        }
    }

    /// The box key that the server has proved to own.
    public var peer: BoxKey { channel.peer }

    /// Closes the connection without running a session.
    public func close() {
        connection.close()
    }

    /// Runs a session to its end, then closes the connection.
    ///
    /// - Parameters:
    ///   - session: A session that has not started.
    ///   - clock: Returns the time.
    /// - Returns: The outcome of the session. It can fail with any error of
    ///   ``connect(host:port:user:with:)``.
    public mutating func run<Store>(
        _ session: inout SyncSession<Store>,
        clock: () -> SyncTime
    ) -> SessionOutcome {
        defer { connection.close() }
        do throws(SyncError) {
            var request = session.start(at: clock())
            while session.outcome == nil {
                // A reply is a complete turn, so it always produces the next request.
                guard !request.isEmpty else { throw .truncatedFrame }
                let reply = try exchange(request, in: session)
                if reply.isEmpty {
                    session.disconnect()
                } else {
                    request = session.receive(reply, at: clock())
                }
            }
            finish(request, in: session)
        } catch {
            session.abort(error)
        }
        return session.outcome ?? .failed(.disconnected)
    }

    private mutating func exchange<Store>(
        _ bytes: [UInt8],
        in session: SyncSession<Store>
    ) throws(SyncError) -> [UInt8] {
        let request = pending + (try channel.seal(bytes))
        pending = []
        let reply = try connection.post(request, patience: session.configuration.silence)
        return try channel.open(reply)
    }

    /// Sends the reason for a failure, or ends a session that the server has not ended.
    private mutating func finish<Store>(_ bytes: [UInt8], in session: SyncSession<Store>) {
        guard connection.session != nil else { return }
        // The session has ended on this side, whatever the server replies.
        guard let last = try? channel.seal(bytes) else { return }
        _ = try? connection.post(last, patience: HTTPLimits.handshake)  // As above.
    }
}
