import TimelineCore

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
