public import Foundation

/// Stores blobs in memory, for tests and previews.
///
/// ```swift
/// let blobs = InMemoryBlobStore()
/// ```
public final class InMemoryBlobStore: BlobStore {
    private struct State {
        var blobs: [BlobID: Data] = [:]
        /// Blobs that a removal has set aside for a moment.
        var aside: [BlobID: Data] = [:]
        /// The number of running announcements of each blob that is being stored.
        var announced: [BlobID: Int] = [:]
        /// Blobs whose announcement has ended with an error.
        var abandoned: Set<BlobID> = []
    }

    private let state = Lock(State())
    /// One removal at a time; ``state`` is free while it reads the references.
    private let removals = Lock(())

    /// Creates an empty store.
    public init() {}

    /// Stores a blob.
    public func put(_ blob: Blob) { state.withLock { $0.blobs[blob.id] = blob.content } }

    /// Hashes `content`, stores it and returns its ID.
    @discardableResult
    public func put(_ content: Data) -> BlobID {
        let blob = Blob(content)
        put(blob)
        return blob.id
    }

    /// Returns the bytes of a blob, or `nil` if the store does not contain it.
    public func data(for id: BlobID) -> Data? {
        state.withLock { $0.blobs[id] ?? $0.aside[id] }
    }

    /// Whether the store contains a blob.
    public func contains(_ id: BlobID) -> Bool { data(for: id) != nil }

    /// Whether the store contains a blob and its bytes match the ID.
    public func isWhole(_ id: BlobID) -> Bool { data(for: id).map(BlobID.init(of:)) == id }

    /// Removes blobs that are neither referenced nor being stored; memory retains nothing.
    ///
    /// - Throws: the error of `referenced`; then nothing was removed.
    @discardableResult
    public func removeOrphaned(
        _ ids: [BlobID],
        retaining isRetaining: Bool,
        referenced: ([BlobID]) throws -> Set<BlobID>
    ) throws -> [BlobID] {
        try removals.withLock { _ in
            let candidates = state.withLock { state in
                for id in ids {
                    if let content = state.blobs.removeValue(forKey: id) {
                        state.aside[id] = content
                    }
                }
                return Array(state.aside.keys)
            }
            var needed = Set(candidates)
            defer {
                state.withLock { state in
                    let kept = state.aside.filter { needed.contains($0.key) }
                    state.blobs.merge(kept) { stored, _ in stored }
                    state.aside = [:]
                }
            }
            // In this order: the announcement ends after the commit.
            let announced = state.withLock { Set($0.announced.keys) }
            needed = announced.union(try referenced(candidates))
            return candidates.filter { !needed.contains($0) }
        }
    }

    /// Removes the orphaned ones among the blobs whose announcement has ended with an error.
    ///
    /// - Throws: the error of `referenced`.
    @discardableResult
    public func removeAbandoned(
        referenced: ([BlobID]) throws -> Set<BlobID>
    ) throws -> [BlobID] {
        let abandoned = state.withLock(\.abandoned)
        let removed = try removeOrphaned(
            Array(abandoned),
            retaining: false,
            referenced: referenced
        )
        state.withLock { $0.abandoned.subtract(abandoned) }
        return removed
    }

    /// Returns one page of the IDs of all blobs, in ascending order.
    public func page(after cursor: BlobID?, limit: Int) -> Page<BlobID, BlobID> {
        let ids = state.withLock { Array($0.blobs.keys) }
        return Page(
            sorting: ids.filter { id in cursor.map { id > $0 } ?? true },
            limit: limit
        )
    }

    /// Runs `body` while the blobs are announced.
    ///
    /// - Throws: the error of `body`.
    public func announcing<Answer>(
        _ ids: [BlobID],
        as announcement: BlobAnnouncement,
        _ body: () throws -> Answer
    ) rethrows -> Answer {
        let stored = announcement == .storing ? ids : []
        state.withLock { state in for id in stored { state.announced[id, default: 0] += 1 } }
        defer {
            state.withLock { state in
                for id in stored {
                    let count = state.announced[id, default: 0] - 1
                    state.announced[id] = count > 0 ? count : nil
                }
            }
        }
        do {
            return try body()
        } catch {
            state.withLock { $0.abandoned.formUnion(ids) }
            throw error
        }
    }

    /// The blobs that are being stored.
    public func announced() -> Set<BlobID> { state.withLock { Set($0.announced.keys) } }
}
