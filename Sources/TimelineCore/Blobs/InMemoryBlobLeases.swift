import Foundation

/// Leases in memory, for tests and as the definition of ``BlobLeases``.
///
/// Several instances, each of which stands for a process, can share their leases.
package final class InMemoryBlobLeases: BlobLeases {
    /// The leases of all processes.
    private final class Table: Sendable {
        let rows = Lock<[BlobLease.ID: Row]>([:])
        let now: @Sendable () -> ContinuousClock.Instant

        init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }
    }

    private struct Row {
        let lease: BlobLease
        /// The process that holds the lease, or `nil` if it has lost or abandoned it.
        var holder: UUID?
        var end: ContinuousClock.Instant
    }

    private let table: Table
    private let process = UUID()
    /// The leases that this process believes to hold.
    private let held = Lock<Set<BlobLease.ID>>([])

    /// Creates a process with leases of its own.
    ///
    /// - Parameter now: The clock, which tests may set.
    package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        table = Table(now: now)
    }

    /// Creates another process with the leases of `other`.
    package init(sharing other: InMemoryBlobLeases) { table = other.table }

    /// Checks that no other process has taken a lease of this one.
    ///
    /// A repository checks the same in each of its write transactions.
    ///
    /// - Throws: ``TimelineError/storageBusy``.
    package func check() throws {
        let held = held.withLock { $0 }
        let isComplete = table.rows.withLock { rows in
            held.allSatisfy { rows[$0]?.holder == process }
        }
        guard isComplete else { throw TimelineError.storageBusy }
    }

    /// Inserts a lease.
    package func insert(_ lease: BlobLease, for duration: Duration) {
        held.withLock { _ = $0.insert(lease.id) }
        let end = table.now() + duration
        table.rows.withLock { $0[lease.id] = Row(lease: lease, holder: process, end: end) }
    }

    /// Extends the leases of this process.
    package func renew(for duration: Duration) -> Bool {
        let (held, end) = (held.withLock { $0 }, table.now() + duration)
        return table.rows.withLock { rows in
            let kept = held.filter { rows[$0]?.holder == process }
            for id in kept { rows[id]?.end = end }
            return kept == held
        }
    }

    /// Deletes a lease of this process.
    package func release(_ id: BlobLease.ID) {
        table.rows.withLock { if $0[id]?.holder == process { $0[id] = nil } }
        held.withLock { _ = $0.remove(id) }
    }

    /// Lets the time of a lease of this process pass.
    package func abandon(_ id: BlobLease.ID) {
        table.rows.withLock { if $0[id]?.holder == process { $0[id]?.holder = nil } }
        held.withLock { _ = $0.remove(id) }
    }

    /// Returns those of the given blobs that a process is storing.
    package func stored(among ids: [BlobID]) -> Set<BlobID> {
        let (ids, now) = (Set(ids), table.now())
        return table.rows.withLock { rows in
            var stored: Set<BlobID> = []
            for (id, row) in rows where row.lease.purpose == .storing {
                guard !ids.isDisjoint(with: row.lease.blobs) else { continue }
                if row.end <= now { rows[id]?.holder = nil }
                guard rows[id]?.holder != nil else { continue }
                stored.formUnion(ids.intersection(row.lease.blobs))
            }
            return stored
        }
    }

    /// Takes over leases that have no holder or whose time has passed.
    package func takeOver(limit: Int, for duration: Duration) -> [BlobLease] {
        let (held, now) = (held.withLock { $0 }, table.now())
        let taken = table.rows.withLock { rows in
            let free = rows.filter { id, row in
                !held.contains(id) && (row.holder == nil || row.end <= now)
            }
            return free.prefix(limit)
                .map { id, row in
                    let lease = row.lease.takenOver
                    rows[id] = Row(lease: lease, holder: process, end: now + duration)
                    return lease
                }
        }
        self.held.withLock { $0.formUnion(taken.map(\.id)) }
        return taken
    }

    /// Returns the blobs that processes store or drop references to.
    package func reserved() -> Set<BlobID> {
        table.rows.withLock { rows in
            rows.values.filter { $0.lease.purpose != .settingAside }
                .reduce(into: []) { $0.formUnion($1.lease.blobs) }
        }
    }
}
