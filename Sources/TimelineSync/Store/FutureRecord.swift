package import TimelineCore

/// A record that a store has not accepted yet, because its stamp is ahead of the clock.
package struct FutureRecord: Hashable, Sendable {
    /// The ID of the record.
    package let id: RecordID
    /// The author of the record.
    package let user: User.ID
    /// The device that signed the record, or that it adds, or `nil` if it concerns no device.
    package let device: KeyID?
    /// The time of the record's stamp in milliseconds since 1970.
    package let milliseconds: UInt64

    /// Creates a future record from its parts.
    package init(id: RecordID, user: User.ID, device: KeyID?, milliseconds: UInt64) {
        self.id = id
        self.user = user
        self.device = device
        self.milliseconds = milliseconds
    }

    /// Creates a future record from a whole one.
    package init(_ record: VerifiedRecord) {
        let body = record.body
        let device: KeyID? =
            switch body.content {
            case .keyAdded(let certificate): certificate.device.id
            default: body.content.isSignedByRoot ? nil : body.key
            }
        self.init(
            id: record.id,
            user: body.author,
            device: device,
            milliseconds: body.stamp.milliseconds
        )
    }
}

extension FutureRecord {
    /// Reads a record that a store has stored.
    package init(reading reader: inout CBORReader) throws(RecordError) {
        try reader.array(of: 4)
        let id: RecordID = try reader.value()
        let user: User.ID = try reader.value()
        let device: KeyID? = try reader.optional { reader throws(RecordError) in
            try reader.value()
        }
        self.init(id: id, user: user, device: device, milliseconds: try reader.unsigned())
    }

    /// Writes the record for a store.
    package func write(to writer: inout CBORWriter) {
        writer.array(4)
        writer.write(id)
        writer.write(user)
        writer.optional(device) { $0.write($1) }
        writer.write(milliseconds)
    }
}

extension Set<FutureRecord> {
    /// Adds records up to ``SessionLimits/futureRecords``.
    mutating func add(_ records: [FutureRecord]) {
        for record in records where count < SessionLimits.futureRecords { insert(record) }
    }
}
