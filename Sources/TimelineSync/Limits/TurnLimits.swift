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
}
