import TimelineRecords

/// Whether a user is blocked, as an LWW register.
struct StoredBlock: StateValue, Hashable {
    static let elementCount = 2

    let isBlocked: Bool
    /// The time at which the user was blocked or unblocked, in milliseconds since 1970.
    let milliseconds: UInt64

    init(isBlocked: Bool, milliseconds: UInt64) {
        self.isBlocked = isBlocked
        self.milliseconds = milliseconds
    }

    init(reading reader: inout CBORReader) throws(RecordError) {
        self.init(isBlocked: try reader.bit(), milliseconds: try reader.milliseconds())
    }

    func write(to writer: inout CBORWriter) {
        writer.write(bit: isBlocked)
        writer.write(milliseconds)
    }
}
