/// An entry of a user's peer list: a user, a place, or both, which identify the entry.
public struct StoredPeer: Hashable, Sendable {
    /// The user of the peer, whose devices may sync with this one.
    public var user: User.ID?
    /// A folder or an address.
    public var target: String?
    /// The name shown in the peer list.
    public var name: String?
    /// The time at which the entry was last changed, in milliseconds since 1970.
    public var milliseconds: UInt64
    /// The invitation to present in the first session.
    public var invitation: SyncToken?
    /// The box key of the inviting device, if the link states it.
    ///
    /// Until the device's records arrive, it identifies the device.
    public var box: EncryptionKey?
    /// Whether the entry has been removed.
    ///
    /// A removed entry stays as a tombstone, so that the user's other devices remove it, too.
    public var isRemoved = false

    /// Creates an entry, of which at least the user or the place is known.
    public init(user: User.ID?, target: String?, name: String?, milliseconds: UInt64) {
        self.user = user
        self.target = target
        self.name = name
        self.milliseconds = milliseconds
    }
}
