public import TimelineRecords
import Foundation

extension User.ID {
    /// Creates the ID of a user from the form in which records contain it.
    public init(_ user: RecordUserID) {
        let bytes = user.bytes
        self.init(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    }

    /// The user's ID as records contain it.
    public var recordID: RecordUserID {
        withUnsafeBytes(of: uuid.uuid) { bytes in
            RecordUserID(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }

    /// Whether the ID has the form of an ID that is derived from a root key: version 8 of UUIDs
    /// (RFC 9562, section 5.8).
    ///
    /// Users without keys, such as those of the demo, have random IDs, of version 4.
    public var isDerivedFromKey: Bool { uuid.uuid.6 >> 4 == 8 }
}

extension PushID {
    /// Creates a push ID from its form in records.
    public init(_ id: RecordPushID) {
        self.init(high: id.high, low: id.low)
    }

    /// The ID as records contain it.
    public var recordID: RecordPushID { RecordPushID(high: high, low: low) }
}

extension PushIdentifier {
    /// Creates a typed ID from its form in records.
    public init(_ id: RecordPushID) {
        self.init(PushID(id))
    }

    /// The ID as records contain it.
    public var recordID: RecordPushID { pushID.recordID }
}
