/// A single transaction of a repair.
///
/// Other processes may write between two steps. Each step therefore derives its writes from the
/// tables in its own transaction, not from the snapshot of the audit. The audit only determines
/// where to look.
///
/// A step changes at most ``rowLimit`` rows and holds the write lock for a few milliseconds, so
/// even the repair of a large store delays other writers no longer than that. If a process is
/// killed between two steps, the store is partly repaired and otherwise unchanged. The next repair
/// continues from there.
struct RepairStep {
    /// The maximum number of rows that one transaction repairs, which takes a few milliseconds.
    static let rowLimit = 250

    /// A closure that repairs one part and returns the next step, or `nil` after the last step.
    let run: (SharedTables) throws -> RepairStep?

    /// Returns a step that repairs individual elements, up to ``rowLimit`` in each transaction.
    ///
    /// - Parameters:
    ///   - elements: The elements that the audit found to be wrong.
    ///   - repair: A closure that repairs one element, based on the current tables. It has no
    ///     effect on an element that is already correct.
    /// - Returns: The first step.
    static func each<Element>(
        of elements: some Collection<Element>,
        _ repair: @escaping (SharedTables, Element) throws -> Void
    ) -> RepairStep {
        batch(of: Array(elements)[...], repair)
    }

    /// Returns a step that repairs the first elements and passes the rest to the next step.
    ///
    /// The elements are a slice, so dropping the first elements copies nothing.
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

    /// Returns a step that repairs a whole table in the order of its key.
    ///
    /// - Parameters:
    ///   - start: A key that is lower than all keys in the table.
    ///   - repair: A closure that repairs up to ``rowLimit`` rows after the given key and returns
    ///     the last key, or `nil` at the end of the table.
    /// - Returns: The first step.
    static func through<Key>(
        after start: Key,
        _ repair: @escaping (SharedTables, Key) throws -> Key?
    ) -> RepairStep {
        RepairStep { tables in
            try repair(tables, start).map { through(after: $0, repair) }
        }
    }
}
