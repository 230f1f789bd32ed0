import TimelineCore

/// The result of an audit: what differs, and how to repair it.
struct StoreAudit {
    var mismatches: [CountMismatch] = []
    /// The repairs, in this order; each runs in transactions of bounded size.
    var repairs: [RepairStep] = []

    static func + (left: StoreAudit, right: StoreAudit) -> StoreAudit {
        StoreAudit(
            mismatches: left.mismatches + right.mismatches,
            repairs: left.repairs + right.repairs
        )
    }
}

/// One transaction of a repair.
///
/// Others write between two steps, so each step derives what it writes from the tables of its own transaction,
/// never from the audit's snapshot.
struct RepairStep {
    /// How many rows one transaction repairs: some milliseconds' work.
    static let rowLimit = 250

    /// Repairs a part, and returns the next step; `nil` after the last.
    let run: (SQLiteSocial) throws -> RepairStep?

    /// Repairs single elements, some in each transaction.
    static func each<Element>(
        of elements: some Collection<Element>,
        _ repair: @escaping (SQLiteSocial, Element) throws -> Void
    ) -> RepairStep {
        batch(of: Array(elements)[...], repair)
    }

    private static func batch<Element>(
        of elements: ArraySlice<Element>,
        _ repair: @escaping (SQLiteSocial, Element) throws -> Void
    ) -> RepairStep {
        RepairStep { tables in
            for element in elements.prefix(rowLimit) { try repair(tables, element) }
            let rest = elements.dropFirst(rowLimit)
            return rest.isEmpty ? nil : batch(of: rest, repair)
        }
    }

    /// Goes through a table in the order of its key, some rows in each transaction.
    ///
    /// - Parameters:
    ///   - start: a key before all others.
    ///   - repair: repairs up to ``rowLimit`` rows after a key; returns the last key, `nil` at the end.
    /// - Returns: the first step.
    static func through<Key>(
        after start: Key,
        _ repair: @escaping (SQLiteSocial, Key) throws -> Key?
    ) -> RepairStep {
        RepairStep { tables in
            try repair(tables, start).map { through(after: $0, repair) }
        }
    }
}
