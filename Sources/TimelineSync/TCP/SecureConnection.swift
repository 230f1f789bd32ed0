package import TimelineCore

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
