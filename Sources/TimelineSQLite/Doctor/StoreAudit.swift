import TimelineCore

/// The result of an audit: the mismatches, and the steps that repair them.
struct StoreAudit {
    var mismatches: [CountMismatch] = []
    /// To run in this order, each in transactions of bounded size.
    var repairs: [RepairStep] = []

    static func + (left: StoreAudit, right: StoreAudit) -> StoreAudit {
        StoreAudit(
            mismatches: left.mismatches + right.mismatches,
            repairs: left.repairs + right.repairs
        )
    }
}
