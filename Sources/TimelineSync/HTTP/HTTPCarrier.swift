package import TimelineCore

/// Runs a session as HTTP requests to a server, one for each turn.
///
/// The request bodies together are the bytes that a device would send over TCP, and the response
/// bodies the bytes that it would receive: a handshake, then encrypted turns. So both sides prove
/// their identity, and nobody in between can read anything, whether or not HTTP itself is
/// encrypted. An empty body ends a session that the server has not ended.
///
/// The calls block, so do not call them on Swift's cooperative thread pool. Ignore the `SIGPIPE`
/// signal in the process.
package struct HTTPCarrier: Sendable {
    private let connection: HTTPConnection
    private var channel: SecureChannel
    /// The ID of the session, once the server has stated it.
    private var session: String?
    /// The last handshake message, which is sent with the first turn.
    private var pending: [UInt8]
    /// The error that ended the connection in the middle of the last response.
    private var interruption: SyncError?

    /// Connects to a server, and performs the handshake.
    ///
    /// The certificate of a server with an `https` address must be valid for its host, and signed by
    /// a trusted authority.
    ///
    /// - Parameters:
    ///   - server: An `http` or `https` address. Its username is required only if the server's store
    ///     has several users.
    ///   - authorities: The path of a PEM file with the certificates of the only authorities to
    ///     trust, or `nil` to trust those of the system.
    ///   - key: The box key of this device.
    /// - Returns: A carrier for one session.
    /// - Throws: ``SyncError/httpStatus(_:)``, ``SyncError/malformedResponse``,
    ///   ``SyncError/handshakeFailed``, ``SyncError/silence``, ``SyncError/unknownHost``,
    ///   ``SyncError/certificateRejected``, ``SyncError/authoritiesUnusable``,
    ///   ``SyncError/httpUnavailable``, ``SyncError/disconnected`` or ``SyncError/system(errno:)``.
    package static func connect(
        to server: PeerAddress,
        trusting authorities: String? = nil,
        with key: NoiseKey
    ) throws(SyncError) -> HTTPCarrier {
        let endpoint = HTTPConnection.Endpoint(url: server.syncURL, authorities: authorities)
        return try connect(over: HTTPConnection(to: endpoint), with: key)
    }

    /// Performs the handshake over a connection.
    static func connect(
        over connection: HTTPConnection,
        with key: NoiseKey
    ) throws(SyncError) -> HTTPCarrier {
        var handshake = SecureHandshake(role: .initiator, key: key)
        let first = try handshake.advance()
        let reply = try connection.post(first, session: nil, patience: HTTPLimits.handshake)
        let last = try handshake.advance(with: reply.body)
        guard let channel = try handshake.channel() else { throw .handshakeFailed }
        return HTTPCarrier(
            connection: connection,
            channel: channel,
            session: reply.session,
            pending: last
        )
    }

    /// Connects to a server, and ends the connection without a session.
    ///
    /// A server whose certificate is not trusted has answered.
    ///
    /// - Parameter server: An `http` or `https` address.
    /// - Throws: The errors of ``connect(to:trusting:with:)`` for a connection that cannot be
    ///   established.
    package static func probe(_ server: PeerAddress) throws(SyncError) {
        do throws(SyncError) {
            try HTTPConnection(to: HTTPConnection.Endpoint(url: server.syncURL)).probe()
        } catch .certificateRejected {
            // The session that follows may trust other authorities.
        }
    }

    /// The box key that the server has proved to own.
    package var peer: EncryptionKey { channel.peer }

    /// Closes the connection without running a session.
    package func close() {
        connection.close()
    }

    /// Runs a session to its end, then closes the connection.
    ///
    /// - Parameters:
    ///   - session: A session that has not started.
    ///   - clock: Returns the time.
    /// - Returns: The outcome of the session. It can fail with any error of
    ///   ``connect(to:trusting:with:)``.
    package mutating func run<Store>(
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
                if reply.isEmpty, interruption == nil {
                    session.disconnect()
                } else {
                    request = session.receive(reply, at: clock())
                }
                if let interruption { throw interruption }
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
        var partial: [UInt8] = []
        do throws(SyncError) {
            let reply = try connection.post(
                request,
                session: self.session,
                patience: session.configuration.silence,
                keep: { partial = $0 }
            )
            self.session = reply.session
            return try channel.open(reply.body)
        } catch {
            // The session stores the parts of blobs in an incomplete response.
            guard !partial.isEmpty else { throw error }
            interruption = error
            return try channel.receive(partial)
        }
    }

    /// Sends the reason for a failure, or ends a session that the server has not ended.
    private mutating func finish<Store>(_ bytes: [UInt8], in session: SyncSession<Store>) {
        guard self.session != nil else { return }
        // The session has ended on this side, whatever the server replies.
        guard let last = try? channel.seal(bytes) else { return }
        // As above.
        _ = try? connection.post(
            pending + last,
            session: self.session,
            patience: HTTPLimits.handshake
        )
    }
}

extension PeerAddress {
    /// The URL to which a device sends its requests.
    fileprivate var syncURL: String {
        let name = host.contains(":") ? "[\(host)]" : host
        let target = "\(scheme.rawValue)://\(name)\(port.map { ":\($0)" } ?? "")"
        return target + (username.map { "/@\($0)/sync" } ?? "/sync")
    }
}
