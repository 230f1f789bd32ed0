/// The amounts after which nothing more is added to a turn.
///
/// The simulator lowers them, so that short sessions have many turns.
struct TurnLimits: Sendable {
    /// The limits of ``SessionLimits``.
    static let standard = Self(
        records: SessionLimits.turnRecords,
        wants: SessionLimits.turnWants,
        blobs: SessionLimits.turnBlobs
    )

    /// The length of all records in bytes.
    let records: Int
    /// The number of records that are requested by ID, or read for ranges at once.
    let wants: Int
    /// The length of all parts of blobs in bytes.
    let blobs: Int

    /// Returns the length of records after which a turn of a first sync sends no further record.
    ///
    /// The first turns are small, so that the newest posts can be shown soon: 64 KiB until the second
    /// turn, then four times as much in each turn.
    ///
    /// - Parameter turn: The number of turns that have arrived.
    /// - Returns: The length in bytes.
    func firstSyncRecords(turn: Int) -> Int {
        min(records, SessionLimits.firstTurnRecords << min(max(0, turn - 2) * 2, 32))
    }

    /// The length of previews that a turn requests beside the records of a first sync.
    var firstSyncPreviews: Int { min(blobs, SessionLimits.firstSyncPreviews) }
}
