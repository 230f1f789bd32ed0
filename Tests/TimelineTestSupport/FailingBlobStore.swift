public import Foundation
public import TimelineCore

/// A blob store whose disk is full at one of the bytes put.
public final class FailingBlobStore: BlobStore {
    /// What it fails with.
    public static let failure = TimelineError.storageFailed(
        StorageFailure(operation: "Putting", reason: "the test says so")
    )

    private let store: any BlobStore
    private let failing: Int
    private let count = Lock(0)

    /// Makes a store that hands on to another, but fails at the put with this number, from 1.
    public init(_ store: any BlobStore, failingAt failing: Int) {
        self.store = store
        self.failing = failing
    }

    /// Keeps the bytes, or fails.
    public func put(_ content: Data) throws -> BlobID {
        let number = count.withLock { count in
            count += 1
            return count
        }
        guard number != failing else { throw Self.failure }
        return try store.put(content)
    }

    /// What the other store answers.
    public func data(for id: BlobID) throws -> Data? { try store.data(for: id) }

    /// What the other store answers.
    public func contains(_ id: BlobID) throws -> Bool { try store.contains(id) }

    /// What the other store answers.
    public func isWhole(_ id: BlobID) throws -> Bool { try store.isWhole(id) }

    /// Hands on.
    public func remove(_ id: BlobID) throws { try store.remove(id) }

    /// Hands on.
    public func setAside(_ id: BlobID) throws { try store.setAside(id) }

    /// What the other store answers.
    public func isSetAside(_ id: BlobID) throws -> Bool { try store.isSetAside(id) }

    /// Hands on.
    public func bringBack(_ id: BlobID) throws { try store.bringBack(id) }

    /// What the other store answers.
    public func announced() throws -> Set<BlobID> { try store.announced() }

    /// What the other store answers.
    public func all() throws -> [BlobID] { try store.all() }

    /// Hands on.
    public func announcing<Answer>(_ ids: [BlobID], _ body: () throws -> Answer) throws -> Answer {
        try store.announcing(ids, body)
    }

    /// Hands on.
    public func abandoned(_ body: ([BlobID]) throws -> Void) throws { try store.abandoned(body) }
}
