package import TimelineCore

/// A device that this device syncs with.
package struct KnownPeer: Hashable, Sendable {
    /// The user of the device.
    package let user: User.ID
    /// The ID of the device key.
    package let device: KeyID
    /// The name of the device, if its user or the user of this store has set one.
    package let name: String?
    /// The addresses of the device, the best one first.
    package let addresses: [PeerAddress]

    /// Creates a peer.
    package init(user: User.ID, device: KeyID, name: String?, addresses: [PeerAddress]) {
        self.user = user
        self.device = device
        self.name = name
        self.addresses = addresses
    }

    /// Checks that all values are within their limits.
    ///
    /// - Throws: ``PairingError/invalidContents(_:)``.
    func validate() throws(PairingError) {
        guard addresses.count <= PairingLimits.peerAddresses,
            (name ?? "").utf8.count <= PairingLimits.peerName, name != "",
            !(name ?? "").unicodeScalars
                .contains(where: { $0.properties.generalCategory == .control })
        else { throw .invalidContents(.peers) }
    }
}
