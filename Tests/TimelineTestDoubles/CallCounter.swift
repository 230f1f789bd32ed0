import Synchronization

/// The numbers of calls that a ``ForwardingRepository`` has received.
final class CallCounter: Sendable {
    private let writes = Atomic(0)
    private let reads = Atomic(0)

    /// The number of writes that have conflicted so far.
    var conflicts: Int { (writes.load(ordering: .sequentiallyConsistent) + 1) / 2 }

    /// The number of snapshots that have been read so far.
    var snapshots: Int { reads.load(ordering: .sequentiallyConsistent) }

    /// Counts a write and returns whether it conflicts.
    func isNextConflicting() -> Bool {
        writes.add(1, ordering: .sequentiallyConsistent).oldValue.isMultiple(of: 2)
    }

    /// Counts a snapshot.
    func noteSnapshot() { reads.add(1, ordering: .sequentiallyConsistent) }
}
