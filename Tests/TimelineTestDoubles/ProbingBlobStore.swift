public import Foundation
public import TimelineCore

/// A blob store that calls a probe before each call and after each write, and forwards to another
/// store; the probe counts, fails, or lets another process act.
public struct ProbingBlobStore: BlobStore {
    /// The point of a call.
    public enum Point: Hashable, Sendable {
        case announcing, putting, put, reading, removing, removed
    }

    private let store: any BlobStore
    private let probe: @Sendable (Point) throws -> Void

    /// Wraps a store; the errors of `probe` are those of the calls.
    public init(_ store: any BlobStore, probe: @escaping @Sendable (Point) throws -> Void) {
        self.store = store
        self.probe = probe
    }

    /// Stores the blob.
    public func put(_ blob: Blob) throws {
        try probe(.putting)
        try store.put(blob)
        try probe(.put)
    }

    /// Reads the blob.
    public func data(for id: BlobID) throws -> Data? {
        try probe(.reading)
        return try store.data(for: id)
    }

    /// Forwards to the wrapped store.
    public func contains(_ id: BlobID) throws -> Bool {
        try probe(.reading)
        return try store.contains(id)
    }

    /// Forwards to the wrapped store.
    public func isWhole(_ id: BlobID) throws -> Bool {
        try probe(.reading)
        return try store.isWhole(id)
    }

    /// Removes blobs.
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

    /// Forwards to the wrapped store.
    public func removeAbandoned(
        referenced: ([BlobID]) throws -> Set<BlobID>
    ) throws -> [BlobID] {
        try probe(.removing)
        return try store.removeAbandoned(referenced: referenced)
    }

    /// Forwards to the wrapped store.
    public func isSetAside(_ id: BlobID) throws -> Bool { try store.isSetAside(id) }

    /// Forwards to the wrapped store.
    public func bringBack(_ id: BlobID) throws { try store.bringBack(id) }

    /// Forwards to the wrapped store.
    public func page(after cursor: BlobID?, limit: Int) throws -> Page<BlobID, BlobID> {
        try store.page(after: cursor, limit: limit)
    }

    /// Announces blobs.
    public func announcing<Answer>(
        _ ids: [BlobID],
        as announcement: BlobAnnouncement,
        _ body: () throws -> Answer
    ) throws -> Answer {
        try probe(.announcing)
        return try store.announcing(ids, as: announcement, body)
    }

    /// Forwards to the wrapped store.
    public func announced() throws -> Set<BlobID> { try store.announced() }
}

extension BlobStore {
    /// Deletes a blob, even if it is referenced.
    public func remove(_ id: BlobID) throws {
        try removeOrphaned([id], retaining: false) { _ in [] }
    }
}
