/// A connection that transfers bytes in both directions, without encryption.
protocol DuplexStream: Sendable {
    /// Waits for the next bytes.
    ///
    /// - Returns: The bytes, none at the end of the stream, or `nil` if nothing arrived within the
    ///   given time.
    /// - Throws: ``SyncError/system(errno:)``.
    func receive(within milliseconds: UInt64) throws(SyncError) -> [UInt8]?

    /// Sends all bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - patience: The time within which the peer must accept at least one byte, in milliseconds.
    ///     In the long run, it must accept them at ``SessionLimits/minimumRate``.
    /// - Throws: ``SyncError/silence``, ``SyncError/disconnected`` or ``SyncError/system(errno:)``.
    func send(_ bytes: [UInt8], patience: UInt64) throws(SyncError)

    /// Waits until the peer has received everything, where the system would discard bytes otherwise.
    ///
    /// - Throws: ``SyncError/system(errno:)``.
    func finish() throws(SyncError)
}
