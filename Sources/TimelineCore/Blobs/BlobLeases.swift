package import Foundation

/// Leases on blobs, by which the processes of a store that share no file system keep out of each
/// other's way.
///
/// An instance stands for one process, the holder of the leases that it inserts. All processes see
/// the same leases, usually rows of the database that they share. A lease ends when its holder
/// releases it. If a holder stops renewing its leases, because it was killed or paused or has lost
/// its connection, any other process may take them over.
///
/// ## Laws
/// - **Separate.** Each call is a transaction of its own, which is durable when the call returns.
/// - **One clock.** Times are compared with one clock, such as that of the database, so that the
///   clocks of the processes do not matter.
/// - **Visible.** Once ``insert(_:for:)`` has returned, all processes see the lease.
/// - **Exclusive.** No two calls return the same lease from ``takeOver(limit:for:)``, unless its
///   time has passed again in between.
/// - **Fenced.** A process that has lost a lease can no longer commit: each transaction that writes
///   references to blobs also checks that all leases that its process has inserted and not yet
///   released or abandoned still belong to it, and fails otherwise. Losing a lease waits for such
///   transactions that have already checked it. A transaction that has been committed is therefore
///   visible to whoever took the lease.
///
/// The repository that stores the leases implements the last law in its transactions.
package protocol BlobLeases: Sendable {
    /// Inserts a lease, which this process holds for `duration` unless it is renewed.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` or ``TimelineError/storageBusy``.
    func insert(_ lease: BlobLease, for duration: Duration) throws

    /// Extends all leases of this process that are neither lost nor abandoned, so that they last
    /// for `duration` from now.
    ///
    /// A lease whose time has passed, but which no other process has taken, is extended as well.
    ///
    /// - Returns: Whether none of the leases that this process has neither released nor abandoned is
    ///   lost.
    /// - Throws: ``TimelineError/storageFailed(_:)`` or ``TimelineError/storageBusy``.
    @discardableResult
    func renew(for duration: Duration) throws -> Bool

    /// Deletes a lease of this process, or does nothing if another process has taken it.
    ///
    /// Even if the call fails, this process no longer relies on the lease, so its transactions do
    /// not check it any more.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` or ``TimelineError/storageBusy``.
    func release(_ id: BlobLease.ID) throws

    /// Lets the time of a lease of this process pass at once, so that any process may take it over.
    ///
    /// Like ``release(_:)``, this ends the checks of the lease even if the call fails.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` or ``TimelineError/storageBusy``.
    func abandon(_ id: BlobLease.ID) throws

    /// Returns those of the given blobs that other or the same processes hold for
    /// ``BlobLease/Purpose/storing``.
    ///
    /// Leases on these blobs whose time has passed do not count, and their holders lose them in the
    /// same transaction. Such a lease remains until it is taken over.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` or ``TimelineError/storageBusy``.
    func stored(among ids: [BlobID]) throws -> Set<BlobID>

    /// Takes over leases whose time has passed, and holds them for `duration`.
    ///
    /// A lease for ``BlobLease/Purpose/storing`` becomes one for ``BlobLease/Purpose/removing``,
    /// because nobody stores its blobs any more. Leases that this process has neither released nor
    /// abandoned are left out, even if it has lost them, because it may still rely on them.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of leases.
    ///   - duration: The time for which this process holds them unless they are renewed.
    /// - Returns: The leases, with their IDs and blobs, until ``release(_:)`` deletes them.
    /// - Throws: ``TimelineError/storageFailed(_:)`` or ``TimelineError/storageBusy``.
    func takeOver(limit: Int, for duration: Duration) throws -> [BlobLease]

    /// Returns the blobs of all leases for ``BlobLease/Purpose/storing`` and
    /// ``BlobLease/Purpose/removing``, even if their time has passed.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` or ``TimelineError/storageBusy``.
    func reserved() throws -> Set<BlobID>
}

/// A lease on blobs.
package struct BlobLease: Hashable, Identifiable, Sendable {
    /// What the holder does with the blobs.
    package enum Purpose: String, CaseIterable, Sendable {
        /// It stores them, as in ``BlobReservation/storing``.
        case storing
        /// It drops references to them, as in ``BlobReservation/removing``.
        case removing
        /// It has set them aside, and restores or deletes each of them.
        case settingAside = "setting-aside"
    }

    /// The ID, which is never used for another lease.
    package let id: UUID
    /// What the holder does with the blobs.
    package let purpose: Purpose
    /// The blobs, without duplicates.
    package let blobs: [BlobID]

    /// Creates a lease.
    package init(id: UUID = UUID(), purpose: Purpose, blobs: some Sequence<BlobID>) {
        self.id = id
        self.purpose = purpose
        self.blobs = Set(blobs).sorted()
    }
}

extension BlobLease {
    /// The lease as another process takes it over.
    package var takenOver: BlobLease {
        BlobLease(id: id, purpose: purpose == .storing ? .removing : purpose, blobs: blobs)
    }
}

extension BlobLease.Purpose {
    /// Returns the purpose of a reservation.
    package init(_ reservation: BlobReservation) {
        self =
            switch reservation {
            case .storing: .storing
            case .removing: .removing
            }
    }
}
