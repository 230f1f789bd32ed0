public import Foundation

/// A blob store in memory, for tests and previews.
///
/// ```swift
/// let blobs = InMemoryBlobStore()
/// ```
public final class InMemoryBlobStore: BlobStore {
    private struct State {
        var blobs: [BlobID: Data] = [:]
        /// The blobs that a removal has set aside temporarily.
        var aside: [BlobID: Data] = [:]
        /// The number of active reservations of each kind for each blob.
        var reserved: [BlobReservation: [BlobID: Int]] = [:]
        /// The blobs in reservations that ended with an error.
        var abandoned: Set<BlobID> = []
    }

    private let state = Lock(State())
    /// A lock that admits one removal at a time.
    ///
    /// ``state`` is not locked while a removal reads the references.
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

    /// Returns whether the store contains a blob.
    public func contains(_ id: BlobID) -> Bool { data(for: id) != nil }

    /// Returns whether the store contains a blob and its bytes match the ID.
    public func isWhole(_ id: BlobID) -> Bool { data(for: id).map(BlobID.init(of:)) == id }

    /// Removes blobs that are neither referenced nor being stored.
    ///
    /// This store never retains the bytes of removed blobs.
    ///
    /// - Throws: Any error thrown by `referenced`. In that case, nothing is removed.
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
            // Read the reservations first, because an reservation ends only after the commit.
            let reserved = state.withLock { Set($0.reserved[.storing, default: [:]].keys) }
            needed = reserved.union(try referenced(candidates))
            return candidates.filter { !needed.contains($0) }
        }
    }

    /// Removes orphaned blobs that were part of an reservation that ended with an error.
    ///
    /// - Throws: Any error thrown by `referenced`.
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

    /// Runs `body` while the blobs are reserved.
    ///
    /// - Throws: Any error thrown by `body`.
    public func reserving<Result>(
        _ ids: [BlobID],
        as reservation: BlobReservation,
        _ body: () throws -> Result
    ) rethrows -> Result {
        state.withLock { state in
            for id in ids { state.reserved[reservation, default: [:]][id, default: 0] += 1 }
        }
        defer {
            state.withLock { state in
                for id in ids {
                    let count = state.reserved[reservation]?[id] ?? 0
                    state.reserved[reservation]?[id] = count > 1 ? count - 1 : nil
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

    /// Returns the IDs of all reserved blobs, including those in reservations that ended with an
    /// error.
    public func reserved() -> Set<BlobID> {
        state.withLock { state in
            state.reserved.values.reduce(into: state.abandoned) { $0.formUnion($1.keys) }
        }
    }
}
