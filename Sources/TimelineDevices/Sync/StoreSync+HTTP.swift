import TimelineCore
public import TimelineRecords
public import TimelineSync

extension StoreSync {
    /// Syncs with a store that `timeline serve` serves over HTTP.
    ///
    /// The session is encrypted, and both devices prove their identity, as over TCP. If the user
    /// has followed a link from that device, its invitation is presented.
    ///
    /// - Parameters:
    ///   - server: An `http` or `https` address.
    ///   - encrypt: Encrypts the connection with TLS, as an `https` address requires. It takes
    ///     ownership of the descriptor of a connected socket, and returns the descriptor of a
    ///     socket that carries the plaintext.
    ///   - box: The box key that the device must own, if known.
    ///   - budget: The maximum size of all pictures to receive, in bytes. Previews do not count.
    ///   - onProgress: Called with the progress after each change.
    /// - Returns: A report of the sync.
    /// - Throws: A `SyncError`, such as `SyncError.handshakeFailed` if the device owns another box
    ///   key, a `TimelineError`, or an error of `encrypt`. All records that had arrived are kept.
    @discardableResult
    public func sync(
        server: PeerAddress,
        encrypting encrypt: (@Sendable (Int32) async throws -> Int32)? = nil,
        box: BoxKey? = nil,
        budget: UInt64 = .max,
        onProgress: @escaping @Sendable (SyncProgress) -> Void = { _ in }
    ) async throws -> SyncReport {
        let key = try await noiseKey()
        guard (server.scheme == .https) == (encrypt != nil) else { throw SyncError.handshakeFailed }
        let port = server.networkPort
        let plain = try await runBlocking {
            try TCPConnection.connect(host: server.host, port: port)
        }
        let connection =
            if let encrypt {
                TCPConnection(descriptor: try await encrypt(plain.duplicateDescriptor()))
            } else {
                plain
            }
        let carrier = try await runBlocking {
            let carrier = try HTTPCarrier.connect(
                over: connection,
                host: server.host,
                port: port,
                user: server.username,
                with: key
            )
            guard box == nil || box == carrier.peer else {
                carrier.close()
                throw SyncError.handshakeFailed
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
