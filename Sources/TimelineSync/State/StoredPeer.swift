import TimelineCore

/// An entry of a user's peer list: a user, a place, or both.
struct StoredPeer: StateValue, Hashable {
    static let elementCount = 7

    /// The user of the peer, whose devices may sync with this one.
    var user: User.ID?
    /// A folder or an address.
    var target: String?
    /// The name shown in the peer list.
    var name: String?
    /// The time at which the entry was last changed, in milliseconds since 1970.
    var milliseconds: UInt64
    /// The invitation to present in the first session.
    var invitation: SyncToken?
    /// The box key of the inviting device, if the link states it.
    ///
    /// Until the device's records arrive, it identifies the device.
    var box: EncryptionKey?
    /// Whether the entry has been removed.
    ///
    /// A removed entry stays as a tombstone, so that the user's other devices remove it, too.
    var isRemoved = false

    init(user: User.ID?, target: String?, name: String?, milliseconds: UInt64) {
        self.user = user
        self.target = target
        self.name = name
        self.milliseconds = milliseconds
    }

    init(reading reader: inout CBORReader) throws(RecordError) {
        user = try reader.optional { reader throws(RecordError) in try reader.value() }
        target = try reader.optional { reader throws(RecordError) in try reader.text() }
        name = try reader.optional { reader throws(RecordError) in try reader.text() }
        milliseconds = try reader.milliseconds()
        invitation = try reader.optional { reader throws(RecordError) in try reader.value() }
        box = try reader.optional { reader throws(RecordError) in try reader.value() }
        isRemoved = try reader.bit()
    }

    func write(to writer: inout CBORWriter) {
        writer.optional(user) { $0.write($1) }
        writer.optional(target) { $0.write($1) }
        writer.optional(name) { $0.write($1) }
        writer.write(milliseconds)
        writer.optional(invitation) { $0.write($1) }
        writer.optional(box) { $0.write($1) }
        writer.write(bit: isRemoved)
    }
}
