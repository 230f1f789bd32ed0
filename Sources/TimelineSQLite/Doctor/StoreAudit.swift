import TimelineCore

/// The result of an audit: the mismatches, and the steps that repair them.
///
/// The list of mismatches may be truncated, but the repairs cover all mismatches.
struct StoreAudit {
    /// The differences from a recount.
    var mismatches: [CountMismatch] = []
    /// The repairs, in the order in which they must run, each in transactions of bounded size.
    var repairs: [RepairStep] = []

    /// Combines two audits.
    ///
    /// The repairs of the left audit run first.
    static func + (left: StoreAudit, right: StoreAudit) -> StoreAudit {
        StoreAudit(
            mismatches: left.mismatches + right.mismatches,
            repairs: left.repairs + right.repairs
        )
    }
}
