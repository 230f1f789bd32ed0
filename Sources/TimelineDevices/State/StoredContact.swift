import TimelineRecords

/// The most recent sync with a device or folder.
struct StoredContact: StateValue, Hashable {
    static let elementCount = 6

    /// The user of the device, or `nil` for a folder.
    var user: RecordUserID?
    /// The time of the last sync in milliseconds since 1970.
    var last: UInt64
    /// The time at which both sides were last equal, in milliseconds since 1970.
    var lastEqual: UInt64?
    /// The epoch of this store when the device last held all of its records that both want, or `nil`
    /// if it never did.
    var equalEpoch: UInt64?
    /// The peer's clock minus this device's in milliseconds, if they differed too much.
    var clockDifference: Int64?
    /// The code of the error that ended the last sync.
    var failure: String?

    init(user: RecordUserID?, last: UInt64) {
        self.user = user
        self.last = last
    }

    init(reading reader: inout CBORReader) throws(RecordError) {
        user = try reader.optional { reader throws(RecordError) in try reader.value() }
        last = try reader.milliseconds()
        lastEqual = try reader.optional { reader throws(RecordError) in try reader.milliseconds() }
        clockDifference = try reader.optional { reader throws(RecordError) in
            try reader.array(of: 2)
            let isAhead = try reader.bit()
            let magnitude = Int64(clamping: try reader.unsigned())
            return isAhead ? magnitude : -magnitude
        }
        failure = try reader.optional { reader throws(RecordError) in try reader.text() }
        equalEpoch = try reader.optional { reader throws(RecordError) in try reader.unsigned() }
    }

    func write(to writer: inout CBORWriter) {
        writer.optional(user) { $0.write($1) }
        writer.write(last)
        writer.optional(lastEqual) { $0.write($1) }
        writer.optional(clockDifference) { writer, difference in
            writer.array(2)
            writer.write(bit: difference > 0)
            writer.write(UInt64(difference.magnitude))
        }
        writer.optional(failure) { $0.write($1) }
        writer.optional(equalEpoch) { $0.write($1) }
    }
}
