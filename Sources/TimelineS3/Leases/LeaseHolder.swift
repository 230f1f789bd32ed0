import Dispatch
import TimelineCore

/// The times of leases.
///
/// Orphans of a process that was killed stay for ``duration``, which harms nobody, so it is long.
/// A process that has not renewed its leases for ``trust`` deletes nothing any more, long before
/// others take over what it holds.
enum LeaseTimes {
    /// The time for which a lease lasts unless it is renewed.
    static let duration = Duration.seconds(15 * 60)
    /// The time between two renewals, in seconds.
    static let renewal = 2 * 60
    /// The time since the last renewal during which a process may rely on its leases.
    static let trust = Duration.seconds(5 * 60)
}

/// The leases of a store in this process, which are renewed while they are in use.
final class LeaseHolder: Sendable {
    private struct State {
        /// The number of leases in use.
        var count = 0
        /// A time at which the leases in use are known to have been renewed or inserted.
        var renewed: ContinuousClock.Instant?
        /// Whether the next renewal has been scheduled.
        var isScheduled = false
    }

    let leases: any BlobLeases
    private let state = Lock(State())
    private let queue = DispatchQueue(label: "timeline.leases")
    /// The clock, which also counts the time for which the machine is suspended.
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Creates a holder without leases.
    ///
    /// - Parameters:
    ///   - leases: The leases that the processes of the store share.
    ///   - now: The clock, which tests may set.
    init(
        _ leases: any BlobLeases,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.leases, self.now) = (leases, now)
    }

    /// Whether no other process can have taken over a lease of this one.
    var isTrusted: Bool {
        let now = now()
        return state.withLock { $0.renewed.map { now - $0 < LeaseTimes.trust } ?? false }
    }

    /// Runs `body` with a lease on blobs, which is released afterwards.
    ///
    /// If `body` throws an error, the lease remains for the next cleanup, like that of a process
    /// that was killed.
    ///
    /// - Throws: Any error thrown by `body` or the leases.
    func holding<Output>(
        _ blobs: [BlobID],
        for purpose: BlobLease.Purpose,
        _ body: (BlobLease) throws -> Output
    ) throws -> Output {
        let (lease, start) = (BlobLease(purpose: purpose, blobs: blobs), now())
        try leases.insert(lease, for: LeaseTimes.duration)
        return try using(lease, since: start, body)
    }

    /// Takes over leases that no process holds any more, one after the other, and runs `body` with
    /// each of them.
    ///
    /// - Throws: Any error thrown by `body` or the leases. The remaining leases are free again, now
    ///   or after some time.
    func takingOver(_ body: (BlobLease) throws -> Void) throws {
        while true {
            let start = now()
            guard let lease = try leases.takeOver(limit: 1, for: LeaseTimes.duration).first else {
                return
            }
            try using(lease, since: start, body)
        }
    }

    private func using<Output>(
        _ lease: BlobLease,
        since start: ContinuousClock.Instant,
        _ body: (BlobLease) throws -> Output
    ) throws -> Output {
        begin(at: start)
        defer { state.withLock { $0.count -= 1 } }
        let output: Output
        do {
            output = try body(lease)
        } catch {
            // Without a connection, the time of the lease passes by itself.
            try? leases.abandon(lease.id)
            throw error
        }
        // As above. What `body` has done is done, so this is no reason to report a failure.
        try? leases.release(lease.id)
        return output
    }

    private func begin(at start: ContinuousClock.Instant) {
        let isFirst = state.withLock { state in
            // Older leases in use were renewed at the earlier time.
            if state.count == 0 { state.renewed = start }
            state.count += 1
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { schedule() }
    }

    private func schedule() {
        queue.asyncAfter(deadline: .now() + .seconds(LeaseTimes.renewal)) { [weak self] in
            self?.renewScheduled()
        }
    }

    private func renewScheduled() {
        let isUsed = state.withLock { state in
            state.isScheduled = state.count > 0
            return state.isScheduled
        }
        guard isUsed else { return }
        // The next renewal follows soon; until then, `isTrusted` tells that this one failed.
        try? renew()
        schedule()
    }

    /// Renews the leases in use.
    ///
    /// As long as one of them is lost, none counts as renewed, because the removal that continues may
    /// be the one that others have taken over.
    func renew() throws {
        let start = now()
        guard try leases.renew(for: LeaseTimes.duration) else { return }
        state.withLock { $0.renewed = max($0.renewed ?? start, start) }
    }
}
