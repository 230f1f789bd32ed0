package import TimelineCore

/// The numbers of stored rejections that limits apply to.
package struct RejectionCounts: Hashable, Sendable {
    /// The number of records rejected because of a block or a limit, at most
    /// ``SessionLimits/rejections``.
    package var unwanted: Int
    /// The number of too old records by users whose scopes the store does not want, at most
    /// ``SessionLimits/oldRejections``.
    package var tooOld: Int

    /// The number of deletions of something that the store does not hold, at most
    /// ``SessionLimits/rejections``.
    package var notHeld: Int

    /// Creates the counts.
    package init(unwanted: Int, tooOld: Int, notHeld: Int = 0) {
        self.unwanted = unwanted
        self.tooOld = tooOld
        self.notHeld = notHeld
    }

    /// The number of rejections that share the limit of a reason.
    package subscript(reason: RejectionReason) -> Int {
        get {
            switch reason {
            case .tooOld: tooOld
            case .notHeld: notHeld
            case .blocked, .limit, .unusable: unwanted
            }
        }
        set {
            switch reason {
            case .tooOld: tooOld = newValue
            case .notHeld: notHeld = newValue
            case .blocked, .limit, .unusable: unwanted = newValue
            }
        }
    }
}

extension RejectedRecord.Source {
    /// Returns whether ``SessionLimits`` limits the number of such rejections.
    ///
    /// A followed user may have any number of posts that are too old. Without a rejection, each
    /// session would transfer them again.
    package func isLimited(wanting scopes: Set<User.ID>) -> Bool {
        reason != .tooOld || !scopes.contains(author)
    }
}

extension AccountReader {
    /// Returns the numbers of those rejections that limits apply to.
    func rejectionCounts(wanting scopes: Set<User.ID>) throws -> RejectionCounts {
        var counts = RejectionCounts(unwanted: 0, tooOld: 0)
        for (reason, count) in try rejectionCounts(by: nil) { counts[reason] += count }
        guard counts.tooOld > 0 else { return counts }
        for author in scopes { counts.tooOld -= try rejectionCounts(by: author)[.tooOld] ?? 0 }
        return counts
    }

    /// Whether the store holds any rejections.
    var hasRejections: Bool { get throws { try !rejectionCounts(by: nil).isEmpty } }
}

/// Whether a store holds what a record deletes.
package enum DeletionTarget: Hashable, Sendable {
    /// The store holds it, or another record that has deleted the same.
    case held
    /// The store does not hold it.
    case absent
    /// The store holds a newer like in place of the one that the record removes.
    case replaced
}

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
        let device: KeyID? =
            switch record.content {
            case .keyAdded(let certificate): certificate.device.id
            default: record.content.isSignedByRoot ? nil : record.key
            }
        self.init(
            id: record.id,
            user: record.author,
            device: device,
            milliseconds: record.stamp.milliseconds
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
