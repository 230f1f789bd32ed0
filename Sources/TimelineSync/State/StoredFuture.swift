import TimelineCore

/// Records from the future: those in the last sync with a device or a folder, or those that a repair
/// of the clock has signed again.
struct StoredFuture: StateValue {
    static let elementCount = 1

    let records: [FutureRecord]

    init(_ records: Set<FutureRecord>) { self.records = records.sorted { $0.id < $1.id } }

    init(reading reader: inout CBORReader) throws(RecordError) {
        var records: [FutureRecord] = []
        for _ in 0..<(try reader.array()) {
            records.append(try FutureRecord(reading: &reader))
        }
        self.records = records
    }

    func write(to writer: inout CBORWriter) {
        writer.array(records.count)
        for record in records { record.write(to: &writer) }
    }
}

extension AccountWriter {
    /// Stores the records from the future in the last sync with a device or a folder, which
    /// replace those of the sync before if it was complete.
    func setFutureRecords(
        _ records: Set<FutureRecord>,
        from contact: String,
        on own: KeyID,
        isComplete: Bool
    ) throws {
        let key = StateKey.futureRecords(from: contact, on: own)
        var all = records
        if !isComplete {
            for record in try state(StoredFuture.self, forKey: key)?.records ?? []
            where all.count < SessionLimits.futureRecords {
                all.insert(record)
            }
        }
        try setState(all.isEmpty ? nil : StoredFuture(all), forKey: key)
    }
}

extension AccountReader {
    /// Returns the records that other devices have offered and that are still ahead of the clock,
    /// by users who have a say about the clocks.
    ///
    /// Those of revoked keys will not be accepted: a device whose clock was ahead has a new key after
    /// its repair.
    func futureRecords(
        of device: KeyID,
        at now: UInt64,
        _ social: any SocialReader
    ) throws -> Set<FutureRecord> {
        let voters = try clockVoters(social)
        let stored = try states(
            StoredFuture.self,
            withPrefix: StateKey.futureRecords(on: device)
        )
        return Set(
            try stored.flatMap(\.value.records)
                .filter {
                    try voters.contains($0.user) && $0.milliseconds > now.newestAccepted
                        && !social.containsRecord($0.id)
                        && !social.isRevoked($0.device, of: $0.user)
                }
        )
    }
}

extension SocialReader {
    /// Returns whether a device of a user is known to be revoked.
    func isRevoked(_ device: KeyID?, of user: User.ID) throws -> Bool {
        try device.map { try isRevoked($0, of: user) } ?? false
    }
}

extension UInt64 {
    /// The time of the newest stamp that a store accepts at this time, in milliseconds since 1970.
    var newestAccepted: UInt64 {
        Swift.min(self, PushID.maximumMilliseconds) + PushID.clockTolerance
    }
}
