public import TimelineCore

extension StoreSync {
    /// Syncs with the device that listens at an address.
    ///
    /// If the user has followed a link from that device, its invitation is presented. No other
    /// device receives it, because the device must prove that it owns the box key in the link.
    ///
    /// - Parameters:
    ///   - host: The name or IP address of the host.
    ///   - port: The port.
    ///   - box: The box key that the device must own, if known.
    ///   - budget: The maximum size of all pictures to receive, in bytes. Previews do not count.
    ///   - onProgress: Called with the progress after each change.
    /// - Returns: A report of the sync.
    /// - Throws: A `SyncError`, such as `SyncError.unknownDevice` if another device answers, or a `TimelineError`. All records that had arrived are kept.
    @discardableResult
    public func sync(
        host: String,
        port: UInt16,
        box: EncryptionKey? = nil,
        budget: UInt64 = .max,
        onProgress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) async throws -> SyncReport {
        let key = try await noiseKey()
        let connection = try await runBlocking {
            let connection = try TCPConnection.connect(host: host, port: port)
            let secure = try connection.secure(as: .initiator, with: key)
            guard box == nil || box == secure.peer else {
                secure.close()
                throw SyncError.unknownDevice
            }
            return secure
        }
        return try await session(
            over: connection,
            role: .initiator,
            invitation: try await invitation(from: connection.peer),
            budget: budget,
            onProgress: onProgress,
            clock: clock
        )
    }

    /// Syncs with the device at the other end of an incoming connection.
    ///
    /// - Parameters:
    ///   - connection: A connection from a `TCPListener`. It is closed at the end.
    ///   - budget: The maximum size of all pictures to receive, in bytes. Previews do not count.
    ///   - onProgress: Called with the progress after each change.
    /// - Returns: A report of the sync, or `nil` if the other side ended the connection during the
    ///   handshake, as ``probe(_:)`` does.
    /// - Throws: A `SyncError` or a `TimelineError`. All records that had arrived are kept.
    @discardableResult
    package func serve(
        _ connection: TCPConnection,
        budget: UInt64 = .max,
        onProgress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) async throws -> SyncReport? {
        try await serve(
            connection,
            handshakeTimeout: TCPLimits.handshake,
            budget: budget,
            onProgress: onProgress,
            clock: clock
        )
    }

    /// Syncs with the device at the other end of an incoming connection, with a time limit for the
    /// handshake, in milliseconds, and a clock for those of the session.
    func serve(
        _ connection: TCPConnection,
        handshakeTimeout: UInt64,
        budget: UInt64 = .max,
        onProgress: @escaping @Sendable (SyncProgress) -> Void,
        clock: @escaping @Sendable () -> SyncTime
    ) async throws -> SyncReport? {
        let key = try await noiseKey()
        let secure: SecureConnection
        do {
            secure = try await runBlocking(isIncoming: true) {
                try connection.secure(as: .responder, with: key, timeout: handshakeTimeout)
            }
        } catch SyncError.disconnected {
            return nil
        }
        return try await session(
            over: secure,
            role: .responder,
            invitation: nil,
            budget: budget,
            onProgress: onProgress,
            clock: clock
        )
    }

    private func session(
        over connection: SecureConnection,
        role: SessionConfiguration.Role,
        invitation: SyncToken?,
        budget: UInt64,
        onProgress: @escaping @Sendable (SyncProgress) -> Void,
        clock: @escaping @Sendable () -> SyncTime
    ) async throws -> SyncReport {
        try await session(
            role: role,
            peer: connection.peer,
            invitation: invitation,
            budget: budget,
            onProgress: onProgress
        ) { session throws(SyncError) in
            var connection = connection
            return connection.run(&session, clock: clock)
        }
    }

    /// The clock of sessions.
    private var clock: @Sendable () -> SyncTime {
        let environment = engine.environment
        return { .present(environment) }
    }

    /// Returns the box key of this device.
    func noiseKey() async throws -> NoiseKey {
        let bytes = try await engine.read { _, accounts in try requireKeys(accounts).box }
        guard let key = NoiseKey(bytes: bytes) else { throw SyncError.handshakeFailed }
        return key
    }
}

extension StoreSync {
    /// Syncs with a store that `timeline serve` serves over HTTP.
    ///
    /// The session is encrypted, and both devices prove their identity, as over TCP. If the user
    /// has followed a link from that device, its invitation is presented.
    ///
    /// - Parameters:
    ///   - server: An `http` or `https` address.
    ///   - authorities: The path of a PEM file with the certificates of the only authorities to
    ///     trust, or `nil` to trust those of the system.
    ///   - box: The box key that the device must own, if known.
    ///   - budget: The maximum size of all pictures to receive, in bytes. Previews do not count.
    ///   - onProgress: Called with the progress after each change.
    /// - Returns: A report of the sync.
    /// - Throws: A `SyncError`, such as `SyncError.unknownDevice` if another device answers, or a `TimelineError`. All records that had arrived are kept.
    @discardableResult
    public func sync(
        server: PeerAddress,
        trusting authorities: String? = nil,
        box: EncryptionKey? = nil,
        budget: UInt64 = .max,
        onProgress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) async throws -> SyncReport {
        let key = try await noiseKey()
        let carrier = try await runBlocking {
            let carrier = try HTTPCarrier.connect(to: server, trusting: authorities, with: key)
            guard box == nil || box == carrier.peer else {
                carrier.close()
                throw SyncError.unknownDevice
            }
            return carrier
        }
        let environment = engine.environment
        return try await session(
            role: .initiator,
            peer: carrier.peer,
            invitation: try await invitation(from: carrier.peer),
            budget: budget,
            onProgress: onProgress
        ) { session throws(SyncError) in
            var carrier = carrier
            return carrier.run(&session) { .present(environment) }
        }
    }
}

extension StoreSync {
    /// The threads that connect to several addresses at once.
    private static let probes = BlockingExecutor(width: 64)

    /// Connects to a device or a server, and ends the connection without a session.
    ///
    /// - Parameter address: A `tcp`, `http` or `https` address.
    /// - Throws: A `SyncError`, such as `SyncError.system(errno:)` with `ETIMEDOUT` if the address
    ///   does not answer within `TCPLimits.connection`, or `CancellationError`.
    package static func probe(_ address: PeerAddress) async throws {
        try await probes.run {
            switch address.scheme {
            case .http, .https: try HTTPCarrier.probe(address)
            case .tcp, .ssh:
                try TCPConnection.connect(host: address.host, port: address.port ?? 0).close()
            }
        }
    }
}
