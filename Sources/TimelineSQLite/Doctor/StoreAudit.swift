import TimelineCore

/// The result of an audit: the mismatches, and the steps that repair them.
///
/// The report of mismatches may be cut off, while the repairs cover all of them.
struct StoreAudit {
    /// The differences from a recount.
    var mismatches: [CountMismatch] = []
    /// To run in this order, each in transactions of bounded size.
    var repairs: [RepairStep] = []

    /// Joins two audits; the repairs of the left one run first.
    static func + (left: StoreAudit, right: StoreAudit) -> StoreAudit {
        StoreAudit(
            mismatches: left.mismatches + right.mismatches,
            repairs: left.repairs + right.repairs
        )
    }
}
