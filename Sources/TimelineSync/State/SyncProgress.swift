public import TimelineCore

/// The progress of a sync.
public struct SyncProgress: Hashable, Sendable {
    /// The number of records that have arrived and are live.
    public internal(set) var records = 0
    /// The number of bytes of blobs that have arrived.
    public internal(set) var blobBytes: UInt64 = 0
    /// The number of blobs that have arrived completely.
    public internal(set) var blobs = 0
    /// The box key of the session's peer, once the store has admitted the peer.
    public internal(set) var peer: EncryptionKey?

    /// The key ID of the peer's device, once a session with it has ended.
    public internal(set) var device: KeyID?

    /// Creates the progress of a sync that has not started.
    public init() {}
}
