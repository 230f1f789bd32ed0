/// The amounts of data after which nothing more is added to a turn.
///
/// The simulator lowers them, so that short sessions have many turns.
struct TurnLimits: Sendable {
    /// The standard limits, from ``SessionLimits``.
    static let standard = Self(
        records: SessionLimits.turnRecords,
        wants: SessionLimits.turnWants,
        blobs: SessionLimits.turnBlobs
    )

    /// The total length of records in bytes.
    let records: Int
    /// The number of records to request by ID, or to read for ranges, at once.
    let wants: Int
    /// The total length of blob parts in bytes.
    let blobs: Int

    /// Returns the total length of records after which a turn of a first sync sends no more
    /// records.
    ///
    /// The first turns are small, so that the newest posts can be shown soon: 64 KiB until the
    /// second turn, then four times as much in each turn.
    ///
    /// - Parameter turn: The number of turns that have arrived.
    /// - Returns: The length in bytes.
    func firstSyncRecords(turn: Int) -> Int {
        min(records, SessionLimits.firstTurnRecords << min(max(0, turn - 2) * 2, 32))
    }

    /// The total length of previews that a turn of a first sync requests alongside records, in
    /// bytes.
    var firstSyncPreviews: Int { min(blobs, SessionLimits.firstSyncPreviews) }
}
