import TimelineRecords

/// An invitation from a user of this store.
struct StoredInvitation: StateValue, Hashable {
    static let elementCount = 3

    /// The time in milliseconds since 1970 at which the invitation expires.
    let expiry: UInt64
    /// The device that has used the invitation.
    var device: KeyID?
    /// The user of the device that has used the invitation.
    var user: RecordUserID?

    init(expiry: UInt64) { self.expiry = expiry }

    init(reading reader: inout CBORReader) throws(RecordError) {
        expiry = try reader.unsigned()
        device = try reader.optional { reader throws(RecordError) in try reader.value() }
        user = try reader.optional { reader throws(RecordError) in try reader.value() }
    }

    func write(to writer: inout CBORWriter) {
        writer.write(expiry)
        writer.optional(device) { $0.write($1) }
        writer.optional(user) { $0.write($1) }
    }

    /// Returns whether a device may use the invitation.
    func isValid(for device: KeyID, at milliseconds: UInt64) -> Bool {
        milliseconds < expiry && (self.device == nil || self.device == device)
    }
}
