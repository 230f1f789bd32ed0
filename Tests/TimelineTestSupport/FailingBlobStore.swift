public import Foundation
public import TimelineCore

/// A blob store that fails at one chosen write, like a full disk, and forwards everything else.
public final class FailingBlobStore: BlobStore {
    /// The error thrown by the failing write.
    public static let failure = TimelineError.storageFailed(
        StorageFailure(operation: "Putting", reason: "the test says so")
    )

    private let store: any BlobStore
    private let failing: Int
    private let count = Lock(0)

    /// Wraps a store so that the write with this number fails, counted from 1.
    public init(_ store: any BlobStore, failingAt failing: Int) {
        self.store = store
        self.failing = failing
    }

    /// Stores the blob, or fails.
    public func put(_ blob: Blob) throws {
        let number = count.withLock { count in
            count += 1
            return count
        }
        guard number != failing else { throw Self.failure }
        try store.put(blob)
    }

    /// Forwards to the wrapped store.
    public func data(for id: BlobID) throws -> Data? { try store.data(for: id) }

    /// Forwards to the wrapped store.
    public func contains(_ id: BlobID) throws -> Bool { try store.contains(id) }

    /// Forwards to the wrapped store.
    public func isWhole(_ id: BlobID) throws -> Bool { try store.isWhole(id) }

    /// Forwards to the wrapped store.
    public func remove(_ id: BlobID) throws { try store.remove(id) }

    /// Forwards to the wrapped store.
    public func setAside(_ id: BlobID) throws { try store.setAside(id) }

    /// Forwards to the wrapped store.
    public func isSetAside(_ id: BlobID) throws -> Bool { try store.isSetAside(id) }

    /// Forwards to the wrapped store.
    public func bringBack(_ id: BlobID) throws { try store.bringBack(id) }

    /// Forwards to the wrapped store.
    public func announced() throws -> Set<BlobID> { try store.announced() }

    /// Forwards to the wrapped store.
    public func all() throws -> [BlobID] { try store.all() }

    /// Forwards to the wrapped store.
    public func announcing<Answer>(_ ids: [BlobID], _ body: () throws -> Answer) throws -> Answer {
        try store.announcing(ids, body)
    }

    /// Forwards to the wrapped store.
    public func abandoned(_ body: ([BlobID]) throws -> Void) throws { try store.abandoned(body) }
}
