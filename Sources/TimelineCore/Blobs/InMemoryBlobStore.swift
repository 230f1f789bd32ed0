public import Foundation

/// Keeps bytes in memory, for tests and for previews.
public final class InMemoryBlobStore: BlobStore {
    private let blobs = Lock<[BlobID: Data]>([:])

    /// Makes an empty store.
    public init() {}

    /// Keeps `content` and returns its name.
    public func put(_ content: Data) -> BlobID {
        let id = BlobID(of: content)
        blobs.withLock { $0[id] = content }
        return id
    }

    /// Returns the bytes named `id`, or `nil`.
    public func data(for id: BlobID) -> Data? { blobs.withLock { $0[id] } }

    /// Whether bytes named `id` are kept.
    public func contains(_ id: BlobID) -> Bool { blobs.withLock { $0[id] != nil } }

    /// Whether the bytes kept under `id` still have that SHA-256.
    public func isWhole(_ id: BlobID) -> Bool { data(for: id).map(BlobID.init(of:)) == id }

    /// Forgets the bytes named `id`.
    public func remove(_ id: BlobID) { blobs.withLock { $0[id] = nil } }

    /// Forgets the bytes named `id`.
    public func setAside(_ id: BlobID) { remove(id) }

    /// The names of all that is kept.
    public func all() -> [BlobID] { blobs.withLock { Array($0.keys) } }

    /// Runs `body`; what is in memory dies with the program.
    public func announcing<Answer>(_ ids: [BlobID], _ body: () throws -> Answer) rethrows -> Answer
    {
        try body()
    }

    /// None: what is in memory needs no announcement.
    public func announced() -> Set<BlobID> { [] }

    /// Does nothing.
    public func abandoned(_ body: ([BlobID]) throws -> Void) {}
}
