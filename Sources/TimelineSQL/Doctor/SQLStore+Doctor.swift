package import TimelineCore

/// The limits of the doctor.
package enum DoctorLimits {
    /// The maximum number of rounds of a repair.
    package static let repairRounds = 5
}

extension SQLStore {
    /// Compares the derived tables with a projection from scratch.
    ///
    /// - Parameters:
    ///   - isRepairing: Whether to repair the derived tables.
    ///   - isVerifying: Whether to verify the signatures of all records.
    ///   - newestAllowed: The highest stamp that is not in the future.
    ///   - betweenSteps: A closure that is called after each transaction of a repair.
    /// - Returns: The findings before any repair, as above.
    /// - Throws: Any error thrown by `betweenSteps`, or `TimelineError`.
    package func audit(
        repairing isRepairing: Bool,
        verifying isVerifying: Bool = true,
        newestAllowed: PushID = .max,
        betweenSteps: @escaping () throws -> Void
    ) throws -> [HealthFinding] {
        var audit = try ProjectionAudit(
            of: self,
            verifying: isVerifying,
            newestAllowed: newestAllowed
        )
        guard isRepairing else { return audit.findings }
        var findings = audit.findings
        // Another process may have built on a value before it was repaired, and a repair brings in
        // records that were waiting for a row that was missing.
        for _ in 1...DoctorLimits.repairRounds where audit.isWrong {
            try ProjectionRepair(of: self, audit, betweenSteps: betweenSteps).run()
            // Wrong columns can conceal a key, and are repaired in rounds of their own.
            let conceals = audit.hasWrongColumns
            audit = try ProjectionAudit(
                of: self,
                verifying: isVerifying && conceals,
                newestAllowed: newestAllowed
            )
            if conceals { findings += audit.findings.filter { !findings.contains($0) } }
        }
        if !findings.isEmpty { try writing { try $0.clearCaches() } }
        let rest = audit.wrong
        return findings.filter { !rest.contains($0) } + rest.map(\.unrepaired)
    }
}
