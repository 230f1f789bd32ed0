public import Foundation

/// Stores blobs in memory, for tests and previews.
///
/// ```swift
/// let blobs = InMemoryBlobStore()
/// ```
public final class InMemoryBlobStore: BlobStore {
    private let blobs = Lock<[BlobID: Data]>([:])

    /// Creates an empty store.
    public init() {}

    /// Stores a blob.
    public func put(_ blob: Blob) { blobs.withLock { $0[blob.id] = blob.content } }

    /// Hashes `content`, stores it and returns its ID.
    @discardableResult
    public func put(_ content: Data) -> BlobID {
        let blob = Blob(content)
        put(blob)
        return blob.id
    }

    /// Returns the bytes of a blob, or `nil` if the store does not contain it.
    public func data(for id: BlobID) -> Data? { blobs.withLock { $0[id] } }

    /// Whether the store contains a blob.
    public func contains(_ id: BlobID) -> Bool { blobs.withLock { $0[id] != nil } }

    /// Whether the store contains a blob and its bytes match the ID.
    public func isWhole(_ id: BlobID) -> Bool { data(for: id).map(BlobID.init(of:)) == id }

    /// Deletes a blob.
    public func remove(_ id: BlobID) { blobs.withLock { $0[id] = nil } }

    /// Deletes a blob; memory retains nothing.
    public func setAside(_ id: BlobID) { remove(id) }

    /// The IDs of all blobs, in no particular order.
    public func all() -> [BlobID] { blobs.withLock { Array($0.keys) } }

    /// Runs `body`, without an announcement: the blobs do not outlive the process.
    public func announcing<Answer>(_ ids: [BlobID], _ body: () throws -> Answer) rethrows -> Answer
    {
        try body()
    }

    /// Always empty.
    public func announced() -> Set<BlobID> { [] }

    /// Does nothing.
    public func abandoned(_ body: ([BlobID]) throws -> Void) {}
}
