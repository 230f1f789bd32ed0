import TimelineCore

/// The most recent sync with a device or folder.
struct StoredContact: StateValue, Hashable {
    /// The maximum number of ranges in ``arrivals``.
    private static let arrivalLimit = 1000

    static let elementCount = 9

    /// The user of the device, or `nil` for a folder.
    var user: User.ID?
    /// The time of the last sync in milliseconds since 1970.
    var last: UInt64
    /// The time at which both sides were last equal, in milliseconds since 1970.
    var lastEqual: UInt64?
    /// The epoch of this store when the device last held all of its records that both want, or `nil`
    /// if it never did.
    var givenEpoch: UInt64?
    /// The later epochs at which records from the device have arrived, in ascending order.
    var arrivals: [ClosedRange<UInt64>] = []
    /// Whether the last sync left out full-size pictures because of its budget.
    var isBudgetReached = false
    /// The last time at which both were equal and nothing that the device had dated back had arrived
    /// since the time before.
    var honest: HonestTime?
    /// The peer's clock minus this device's in milliseconds, if they differed too much.
    var clockDifference: Int64?
    /// The code of the error that ended the last sync.
    var failure: String?

    /// A time at which both devices were equal.
    struct HonestTime: Hashable {
        /// The epoch of this store.
        var epoch: Int
        /// The time in milliseconds since 1970.
        var milliseconds: UInt64

        /// Returns whether a record that has arrived since is dated back.
        func isBackdated(_ record: VerifiedRecord) -> Bool {
            record.stamp.milliseconds
                < milliseconds - min(milliseconds, SessionLimits.clockDifference)
        }
    }

    init(user: User.ID?, last: UInt64) {
        self.user = user
        self.last = last
    }

    /// Notes that both devices are equal.
    ///
    /// ``honest`` stays as it is after an arrival that was dated back, so that the user can see it
    /// before revoking the device, however often a thief syncs it.
    ///
    /// - Parameters:
    ///   - device: The other device.
    ///   - now: The present time in milliseconds since 1970.
    ///   - social: The records of this store.
    /// - Throws: A storage error.
    mutating func noteEqual(
        with device: KeyID,
        at now: UInt64,
        _ social: any SocialReader
    ) throws {
        lastEqual = now
        guard let givenEpoch else { return }
        if let honest,
            try social.records(addedIn: honest.epoch + 1...Int.max, limit: .max)
                .contains(where: { $0.key == device && honest.isBackdated($0) })
        {
            return
        }
        honest = HonestTime(epoch: Int(clamping: givenEpoch), milliseconds: now)
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
        givenEpoch = try reader.optional { reader throws(RecordError) in try reader.unsigned() }
        for _ in 0..<(try reader.array()) {
            try reader.array(of: 2)
            let (first, last) = (try reader.unsigned(), try reader.unsigned())
            guard first <= last else { throw .malformed }
            arrivals.append(first...last)
        }
        isBudgetReached = try reader.bit()
        honest = try reader.optional { reader throws(RecordError) in
            try reader.array(of: 2)
            return HonestTime(
                epoch: Int(clamping: try reader.unsigned()),
                milliseconds: try reader.milliseconds()
            )
        }
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
        writer.optional(givenEpoch) { $0.write($1) }
        writer.array(arrivals.count)
        for epochs in arrivals {
            writer.array(2)
            writer.write(epochs.lowerBound)
            writer.write(epochs.upperBound)
        }
        writer.write(bit: isBudgetReached)
        writer.optional(honest) { writer, time in
            writer.array(2)
            writer.write(UInt64(time.epoch))
            writer.write(time.milliseconds)
        }
    }

    /// Notes what a session has given to the device and received from it.
    ///
    /// - Parameters:
    ///   - given: The epoch when the device held all records of this store, or `nil` if it is not
    ///     known to.
    ///   - arrivals: The epochs at which records from the device have arrived.
    mutating func note(given: Int?, arrivals: Set<Int>) {
        givenEpoch = [givenEpoch, given.map { UInt64($0) }].compactMap(\.self).max()
        let all = self.arrivals + arrivals.map { UInt64($0)...UInt64($0) }
        var merged: [ClosedRange<UInt64>] = []
        for epochs in all.sorted(by: { $0.lowerBound < $1.lowerBound })
        where epochs.upperBound > givenEpoch ?? 0 {
            if let last = merged.last, epochs.lowerBound <= last.upperBound + 1 {
                merged.removeLast()
                merged.append(last.lowerBound...max(last.upperBound, epochs.upperBound))
            } else {
                merged.append(epochs)
            }
        }
        self.arrivals = merged.suffix(Self.arrivalLimit)
    }

    /// The epochs after which the device may lack records of this store, without those at which
    /// its own records have arrived.
    var ungiven: [ClosedRange<Int>] {
        var ranges: [ClosedRange<Int>] = []
        var next = (givenEpoch ?? 0) + 1
        for epochs in arrivals {
            if next < epochs.lowerBound {
                ranges.append(Int(clamping: next)...Int(clamping: epochs.lowerBound - 1))
            }
            next = max(next, epochs.upperBound + 1)
        }
        return ranges + [Int(clamping: next)...Int.max]
    }
}

/// The last sync with a folder or address that this device has tried, even if nobody answered there.
struct StoredAttempt: StateValue, Hashable {
    static let elementCount = 6

    /// The folder or address.
    let target: String
    /// The time in milliseconds since 1970.
    let milliseconds: UInt64
    /// The code of the error, or `nil` if the sync succeeded.
    let failure: String?
    /// The paths of damaged files in the folder that this device could not replace.
    let damagedFiles: [String]
    /// The paths of damaged files in the folder that this device has replaced.
    let repairedFiles: [String]
    /// The device that last synced with this one at the place, or `nil` for a folder or if none has.
    let device: KeyID?

    init(
        target: String,
        milliseconds: UInt64,
        failure: String?,
        damagedFiles: [String] = [],
        repairedFiles: [String] = [],
        device: KeyID?
    ) {
        self.target = target
        self.milliseconds = milliseconds
        self.failure = failure
        self.damagedFiles = damagedFiles
        self.repairedFiles = repairedFiles
        self.device = device
    }

    init(reading reader: inout CBORReader) throws(RecordError) {
        target = try reader.text()
        milliseconds = try reader.unsigned()
        failure = try reader.optional { reader throws(RecordError) in try reader.text() }
        func paths() throws(RecordError) -> [String] {
            var files: [String] = []
            for _ in 0..<(try reader.array()) { files.append(try reader.text()) }
            return files
        }
        damagedFiles = try paths()
        repairedFiles = try paths()
        device = try reader.optional { reader throws(RecordError) in try reader.value() }
    }

    func write(to writer: inout CBORWriter) {
        writer.write(target)
        writer.write(milliseconds)
        writer.optional(failure) { $0.write($1) }
        for files in [damagedFiles, repairedFiles] {
            writer.array(files.count)
            for file in files { writer.write(file) }
        }
        writer.optional(device) { $0.write($1) }
    }
}
