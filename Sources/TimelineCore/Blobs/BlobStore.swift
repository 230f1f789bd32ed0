public import Foundation

/// Stores blobs: bytes under their SHA-256.
///
/// ## Laws
/// - **Content-addressed.** The bytes that ``data(for:)`` returns for an ID have that SHA-256.
/// - **Durable.** Once ``put(_:)`` has returned, the bytes survive a crash of the machine.
/// - **Idempotent.** Storing the same bytes again, or removing a missing blob, changes nothing.
/// - **Announced blobs stay.** A blob that is stored while it is announced as
///   ``BlobAnnouncement/storing``, in this process or another one, is not removed before the
///   announcement ends.
/// - **Referenced blobs stay.** ``removeOrphaned(_:retaining:referenced:)`` removes no referenced
///   blob, and ``data(for:)`` returns it even while a removal is running.
/// - **Recoverable.** ``removeAbandoned(referenced:)`` finishes the work of killed processes.
///
/// No call runs inside a transaction of a repository, which may repeat its drafts.
///
/// ```swift
/// let id = try blobs.put(jpeg)
/// let copy = try blobs.data(for: id)
/// ```
public protocol BlobStore: Sendable {
    /// Stores a blob, atomically, under the ID that was computed once; it is not hashed again.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func put(_ blob: Blob) throws

    /// Returns the bytes of a blob, or `nil` if the store does not contain it.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``, also when the stored bytes no longer match
    ///   the ID.
    func data(for id: BlobID) throws -> Data?

    /// Whether the store contains a blob; does not check its bytes.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func contains(_ id: BlobID) throws -> Bool

    /// Whether the store contains a blob and its bytes match the ID.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func isWhole(_ id: BlobID) throws -> Bool

    /// Removes the blobs that are neither referenced nor announced as
    /// ``BlobAnnouncement/storing`` by a running process.
    ///
    /// The store first sets the blobs aside, then reads the announcements, then calls
    /// `referenced`, and then restores or deletes each blob. A process that has found a blob in the
    /// store, and therefore did not write it, is in one of the two answers.
    ///
    /// - Parameters:
    ///   - ids: the candidates.
    ///   - isRetaining: whether to retain the bytes outside the store, if it can;
    ///     ``bringBack(_:)`` restores them.
    ///   - referenced: returns the referenced ones among some blobs, from a snapshot that begins
    ///     after the call; may be called several times.
    /// - Returns: the removed blobs.
    /// - Throws: the error of `referenced`; ``TimelineError/storageFailed(_:)``. Then some orphaned
    ///   blobs remain.
    @discardableResult
    func removeOrphaned(
        _ ids: [BlobID],
        retaining isRetaining: Bool,
        referenced: ([BlobID]) throws -> Set<BlobID>
    ) throws -> [BlobID]

    /// Removes the orphaned ones among the blobs that killed processes had announced or set aside,
    /// and restores the others.
    ///
    /// - Parameter referenced: returns the referenced ones among some blobs; see
    ///   ``removeOrphaned(_:retaining:referenced:)``.
    /// - Returns: the removed blobs.
    /// - Throws: the error of `referenced`; ``TimelineError/storageFailed(_:)``.
    @discardableResult
    func removeAbandoned(referenced: ([BlobID]) throws -> Set<BlobID>) throws -> [BlobID]

    /// Whether the bytes of a removed blob were retained and match the ID.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func isSetAside(_ id: BlobID) throws -> Bool

    /// Restores a blob from its retained bytes.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func bringBack(_ id: BlobID) throws

    /// Returns one page of the IDs of all blobs, in ascending order.
    ///
    /// - Parameters:
    ///   - cursor: the last ID of the page before; `nil` for the first page.
    ///   - limit: the maximum number of IDs.
    /// - Returns: the page.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func page(after cursor: BlobID?, limit: Int) throws -> Page<BlobID, BlobID>

    /// Announces blobs, runs `body`, and then withdraws the announcement.
    ///
    /// If `body` throws, the announcement ends as after a crash:
    /// ``removeAbandoned(referenced:)`` removes its orphaned blobs.
    ///
    /// - Parameters:
    ///   - ids: the blobs.
    ///   - announcement: whether `body` stores or removes the blobs.
    ///   - body: stores the blobs and commits the change that references them, or commits a change
    ///     that drops references and removes the orphaned blobs.
    /// - Returns: the result of `body`.
    /// - Throws: the error of `body`; ``TimelineError/storageFailed(_:)``.
    func announcing<Answer>(
        _ ids: [BlobID],
        as announcement: BlobAnnouncement,
        _ body: () throws -> Answer
    ) throws -> Answer

    /// All announced blobs, of running and of killed processes.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func announced() throws -> Set<BlobID>
}

/// The reason for which a process announces blobs.
public enum BlobAnnouncement: Hashable, Sendable {
    /// It stores the blobs and then references them; until then, nothing may remove them.
    case storing
    /// It drops references to the blobs and then removes those that are orphaned.
    case removing
}

extension BlobStore {
    /// Hashes `content`, stores it, atomically, and returns its ID.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    @discardableResult
    public func put(_ content: Data) throws -> BlobID {
        let blob = Blob(content)
        try put(blob)
        return blob.id
    }

    /// The IDs of all blobs, in ascending order, read page by page.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func all() throws -> [BlobID] {
        try Page.all { try page(after: $0, limit: 10_000) }
    }

    /// Always `false`, for stores that retain nothing.
    public func isSetAside(_ id: BlobID) throws -> Bool { false }

    /// Does nothing.
    public func bringBack(_ id: BlobID) throws {}
}
