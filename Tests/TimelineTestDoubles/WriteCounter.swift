import Synchronization

/// A counter of writes that selects every other write to conflict.
final class WriteCounter: Sendable {
    private let count = Atomic(0)

    /// The number of writes that have conflicted so far.
    var conflicts: Int { (count.load(ordering: .sequentiallyConsistent) + 1) / 2 }

    /// Counts a write and returns whether it conflicts.
    func isNextConflicting() -> Bool {
        count.add(1, ordering: .sequentiallyConsistent).oldValue.isMultiple(of: 2)
    }
}
