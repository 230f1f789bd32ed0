import TimelineCore

/// An invitation from a user of this store.
struct StoredInvitation: StateValue, Hashable {
    static let elementCount = 3

    /// The time in milliseconds since 1970 at which the invitation expires.
    let expiry: UInt64
    /// The box key of the device that has used the invitation.
    ///
    /// The device has proved to own it, unlike its other keys, whose records may not have arrived.
    private(set) var box: EncryptionKey?
    /// The user of the device that has used the invitation.
    private(set) var user: User.ID?

    init(expiry: UInt64) { self.expiry = expiry }

    init(reading reader: inout CBORReader) throws(RecordError) {
        expiry = try reader.milliseconds()
        box = try reader.optional { reader throws(RecordError) in try reader.value() }
        user = try reader.optional { reader throws(RecordError) in try reader.value() }
    }

    func write(to writer: inout CBORWriter) {
        writer.write(expiry)
        writer.optional(box) { $0.write($1) }
        writer.optional(user) { $0.write($1) }
    }

    /// Whether a device has used the invitation.
    var isUsed: Bool { box != nil }

    /// Returns whether a device may use the invitation: the first one, and only that one again.
    func isValid(for peer: PeerIdentity, at milliseconds: UInt64) -> Bool {
        guard milliseconds < expiry, let proven = peer.box else { return false }
        return !isUsed || box == proven && user == peer.user
    }

    /// Returns the invitation after a device has used it.
    func used(by peer: PeerIdentity) -> Self {
        var used = self
        (used.box, used.user) = (peer.box, peer.user)
        return used
    }
}
