/// One transaction of a repair.
///
/// Other processes write between two steps. So each step derives its writes from the tables in its
/// own transaction, never from the snapshot of the audit. The audit only says where to look.
///
/// A step holds the write lock for some milliseconds, the time of ``rowLimit`` rows, so a repair of
/// a large store delays other writers by no more than that. A process that is killed between steps
/// leaves a store that is partly repaired and otherwise as before; a further repair continues.
struct RepairStep {
    /// The number of rows that one transaction repairs, which takes some milliseconds.
    static let rowLimit = 250

    /// Repairs a part and returns the next step; `nil` after the last.
    let run: (SharedTables) throws -> RepairStep?

    /// Repairs single elements, up to ``rowLimit`` in each transaction.
    ///
    /// - Parameters:
    ///   - elements: the elements that the audit found wrong.
    ///   - repair: repairs one, by the tables as they are now; has no effect on one that is right.
    /// - Returns: the first step.
    static func each<Element>(
        of elements: some Collection<Element>,
        _ repair: @escaping (SharedTables, Element) throws -> Void
    ) -> RepairStep {
        batch(of: Array(elements)[...], repair)
    }

    /// A step for the first elements; the next one gets the rest.
    ///
    /// The elements are a slice, so dropping the first ones copies nothing.
    private static func batch<Element>(
        of elements: ArraySlice<Element>,
        _ repair: @escaping (SharedTables, Element) throws -> Void
    ) -> RepairStep {
        RepairStep { tables in
            for element in elements.prefix(rowLimit) { try repair(tables, element) }
            let rest = elements.dropFirst(rowLimit)
            return rest.isEmpty ? nil : batch(of: rest, repair)
        }
    }

    /// Repairs a whole table in the order of its key.
    ///
    /// - Parameters:
    ///   - start: a key below all others.
    ///   - repair: repairs up to ``rowLimit`` rows above a key, and returns the last key; `nil` at
    ///     the end.
    /// - Returns: the first step.
    static func through<Key>(
        after start: Key,
        _ repair: @escaping (SharedTables, Key) throws -> Key?
    ) -> RepairStep {
        RepairStep { tables in
            try repair(tables, start).map { through(after: $0, repair) }
        }
    }
}
