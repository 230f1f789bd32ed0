public import TimelineCore

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
