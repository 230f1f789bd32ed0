public import TimelineRecords
import Foundation

extension User.ID {
    /// Creates a user's ID from the form used in records.
    public init(_ user: RecordUserID) {
        let bytes = user.bytes
        self.init(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
    }

    /// The user's ID in the form used in records.
    public var recordID: RecordUserID {
        withUnsafeBytes(of: uuid.uuid) { bytes in
            RecordUserID(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }

    /// Whether the ID has the form of one derived from a root key: a version 8 UUID (RFC 9562,
    /// section 5.8).
    ///
    /// Users without keys have random version 4 UUIDs.
    public var isDerivedFromKey: Bool { uuid.uuid.6 >> 4 == 8 }
}

extension PushID {
    /// Creates a push ID from the form used in records.
    public init(_ id: RecordPushID) {
        self.init(high: id.high, low: id.low)
    }

    /// The ID in the form used in records.
    public var recordID: RecordPushID { RecordPushID(high: high, low: low) }
}

extension PushIdentifier {
    /// Creates a typed ID from the form used in records.
    public init(_ id: RecordPushID) {
        self.init(PushID(id))
    }

    /// The ID in the form used in records.
    public var recordID: RecordPushID { pushID.recordID }
}
