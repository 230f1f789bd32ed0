package import TimelineCore

/// Reservations, which are leases.
extension S3BlobStore {
    /// Runs `body` while this process holds a lease on the blobs, which is renewed until `body`
    /// returns.
    ///
    /// If `body` throws an error, ``removeAbandoned(referenced:)`` in any process cleans up. If this
    /// process is paused for so long that it loses the lease, the transaction that would reference
    /// the blobs fails; see ``BlobLeases``.
    ///
    /// - Throws: Any error thrown by `body` or the leases.
    package func reserving<Result>(
        _ ids: [BlobID],
        as reservation: BlobReservation,
        _ body: () throws -> Result
    ) throws -> Result {
        guard !ids.isEmpty else { return try body() }
        return try leases.holding(ids, for: BlobLease.Purpose(reservation)) { _ in try body() }
    }

    /// Returns the IDs of all reserved blobs.
    ///
    /// - Throws: Any error thrown by the leases.
    package func reserved() throws -> Set<BlobID> { try leases.leases.reserved() }
}
