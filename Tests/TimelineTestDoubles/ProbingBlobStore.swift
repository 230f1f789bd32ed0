public import Foundation
public import TimelineCore

/// A blob store that forwards to another store and calls a probe before most calls and after some
/// writes.
///
/// The probe can count calls, throw errors, or let another process act.
public struct ProbingBlobStore: BlobStore {
    /// A point during a call at which the probe is called.
    public enum Point: Hashable, Sendable {
        case reserving, putting, put, reading, removing, removed
    }

    private let store: any BlobStore
    private let probe: @Sendable (Point) throws -> Void

    /// Wraps a store.
    ///
    /// Errors thrown by `probe` are thrown by the store's methods.
    public init(_ store: any BlobStore, probe: @escaping @Sendable (Point) throws -> Void) {
        self.store = store
        self.probe = probe
    }

    /// Calls the probe before and after storing the blob in the wrapped store.
    public func put(_ blob: Blob) throws {
        try probe(.putting)
        try store.put(blob)
        try probe(.put)
    }

    /// Calls the probe before and after moving the files into the wrapped store.
    public func adopt(_ files: [(id: BlobID, file: URL)]) throws {
        try probe(.putting)
        try store.adopt(files)
        try probe(.put)
    }

    /// Calls the probe and reads the blob from the wrapped store.
    public func data(for id: BlobID) throws -> Data? {
        try probe(.reading)
        return try store.data(for: id)
    }

    /// Calls the probe and forwards to the wrapped store.
    public func contains(_ id: BlobID) throws -> Bool {
        try probe(.reading)
        return try store.contains(id)
    }

    /// Calls the probe and forwards to the wrapped store.
    public func isWhole(_ id: BlobID) throws -> Bool {
        try probe(.reading)
        return try store.isWhole(id)
    }

    /// Calls the probe before and after removing blobs from the wrapped store.
    public func removeOrphaned(
        _ ids: [BlobID],
        retaining isRetaining: Bool,
        referenced: ([BlobID]) throws -> Set<BlobID>
    ) throws -> [BlobID] {
        try probe(.removing)
        let removed = try store.removeOrphaned(
            ids,
            retaining: isRetaining,
            referenced: referenced
        )
        try probe(.removed)
        return removed
    }

    /// Calls the probe and forwards to the wrapped store.
    public func removeAbandoned(
        referenced: ([BlobID]) throws -> Set<BlobID>
    ) throws -> [BlobID] {
        try probe(.removing)
        return try store.removeAbandoned(referenced: referenced)
    }

    /// Forwards to the wrapped store.
    public func isSetAside(_ id: BlobID) throws -> Bool { try store.isSetAside(id) }

    /// Forwards to the wrapped store.
    public func restore(_ id: BlobID) throws { try store.restore(id) }

    /// Forwards to the wrapped store.
    public func page(after cursor: BlobID?, limit: Int) throws -> Page<BlobID, BlobID> {
        try store.page(after: cursor, limit: limit)
    }

    /// Calls the probe and reserves the blobs in the wrapped store.
    public func reserving<Result>(
        _ ids: [BlobID],
        as reservation: BlobReservation,
        _ body: () throws -> Result
    ) throws -> Result {
        try probe(.reserving)
        return try store.reserving(ids, as: reservation, body)
    }

    /// Forwards to the wrapped store.
    public func reserved() throws -> Set<BlobID> { try store.reserved() }
}

extension BlobStore {
    /// Deletes a blob, even if it is referenced.
    public func remove(_ id: BlobID) throws {
        try removeOrphaned([id], retaining: false) { _ in [] }
    }
}
