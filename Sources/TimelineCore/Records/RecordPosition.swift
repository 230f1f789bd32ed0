/// The position of a record in the order of (time, ID), which a first sync follows from the newest
/// record to the oldest.
public struct RecordPosition: Hashable, Comparable, Sendable {
    /// The milliseconds of the record's stamp.
    public let milliseconds: UInt64
    /// The ID of the record.
    public let id: RecordID

    /// Creates a position.
    public init(milliseconds: UInt64, id: RecordID) {
        self.milliseconds = milliseconds
        self.id = id
    }

    /// Returns whether `left` is older than `right`, or equally old with a lower ID.
    public static func < (left: Self, right: Self) -> Bool {
        (left.milliseconds, left.id) < (right.milliseconds, right.id)
    }
}
