package import TimelineCore

/// The records of a scope that a first sync has not received yet.
package struct WantedRange: Hashable, Sendable {
    /// The scope.
    package let scope: User.ID
    /// The exclusive upper bound of the records, or `nil` for all records.
    package let bound: RecordPosition?

    /// Creates a range.
    package init(scope: User.ID, bound: RecordPosition?) {
        self.scope = scope
        self.bound = bound
    }
}
