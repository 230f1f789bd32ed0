public import TimelineCore

/// The records of a scope that a first sync has not received yet.
public struct WantedRange: Hashable, Sendable {
    /// The scope.
    public let scope: User.ID
    /// The exclusive upper bound of the records, or `nil` for all records.
    public let bound: RecordPosition?

    /// Creates a range.
    public init(scope: User.ID, bound: RecordPosition?) {
        self.scope = scope
        self.bound = bound
    }
}
