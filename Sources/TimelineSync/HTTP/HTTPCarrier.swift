public import TimelineRecords

/// Runs a session as requests to a server, one for each turn.
///
/// The bodies of all requests together are the bytes that a device sends over TCP, and the bodies of
/// all responses those that it receives: a handshake, then encrypted turns. So both sides prove their
/// identity, and nobody between them reads anything, whether or not HTTP itself is encrypted. An
/// empty body ends a session that the server has not ended.
///
/// The calls block, so do not call them on Swift's cooperative thread pool.
public struct HTTPCarrier: Sendable {
    private var connection: HTTPConnection
    private var channel: SecureChannel
    /// The last message of the handshake, which the first request contains.
    private var pending: [UInt8]

    /// Connects to a server, and performs the handshake.
    ///
    /// - Parameters:
    ///   - host: The name or IP address of the server.
    ///   - port: The port.
    ///   - user: The username of the user on the server, which only a store with several users needs.
    ///   - key: The box key of this device.
    /// - Returns: The carrier of one session.
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
    ///   - user: The username of the user on the server, which only a store with several users needs.
    ///   - key: The box key of this device.
    /// - Returns: The carrier of one session.
    /// - Throws: The errors of ``connect(host:port:user:with:)`` except those of a connection that
    ///   cannot be established.
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

    /// Ends the connection without a session.
    public func close() {
        connection.close()
    }

    /// Runs a session to its end, then closes the connection.
    ///
    /// - Parameters:
    ///   - session: A session that has not started.
    ///   - clock: Returns the time.
    /// - Returns: The outcome, which is also that of the session. It fails with the errors of
    ///   ``connect(host:port:user:with:)``.
    public mutating func run<Store>(
        _ session: inout SyncSession<Store>,
        clock: () -> SyncTime
    ) -> SessionOutcome {
        defer { connection.close() }
        do throws(SyncError) {
            var request = session.start(at: clock())
            while session.outcome == nil {
                // A reply is a whole turn, so the next request follows from it.
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

    /// Sends the reason of a failure, or ends a session that the server has not ended.
    private mutating func finish<Store>(_ bytes: [UInt8], in session: SyncSession<Store>) {
        guard connection.session != nil else { return }
        // The session has ended here, whatever the server answers.
        guard let last = try? channel.seal(bytes) else { return }
        _ = try? connection.post(last, patience: HTTPLimits.handshake)  // As above.
    }
}
