public import Foundation

/// Stores blobs: bytes under their SHA-256.
///
/// ## Laws
/// - **Content-addressed.** The bytes that ``data(for:)`` returns for an ID have that SHA-256.
/// - **Durable.** Once ``put(_:)`` has returned, the bytes survive a crash of the machine.
/// - **Idempotent.** Storing the same bytes again, or removing a missing blob, changes nothing.
/// - **Recoverable.** ``abandoned(_:)`` returns the blobs that a killed process had announced but
///   never referenced.
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

    /// Deletes a blob.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func remove(_ id: BlobID) throws

    /// Removes an orphaned blob from the store, quickly, inside a transaction;
    /// ``deleteDiscarded(_:)`` deletes its bytes afterwards.
    ///
    /// If the same bytes are stored again in between, they stay.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func discard(_ id: BlobID) throws

    /// Deletes the bytes of discarded blobs, which may take long for large ones.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func deleteDiscarded(_ ids: [BlobID]) throws

    /// Removes an orphaned blob from the store, retaining its bytes elsewhere if the store can.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func setAside(_ id: BlobID) throws

    /// Whether a blob was set aside and its retained bytes match the ID.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func isSetAside(_ id: BlobID) throws -> Bool

    /// Restores a blob that was set aside.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func bringBack(_ id: BlobID) throws

    /// The IDs of all blobs, in no particular order.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func all() throws -> [BlobID]

    /// Announces blobs, runs `body`, which stores them and commits the change that references them,
    /// and then withdraws the announcement.
    ///
    /// If `body` throws, the announcement stays, as after a crash.
    ///
    /// - Throws: the error of `body`; ``TimelineError/storageFailed(_:)``.
    func announcing<Answer>(_ ids: [BlobID], _ body: () throws -> Answer) throws -> Answer

    /// All announced blobs, of running and of killed processes.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func announced() throws -> Set<BlobID>

    /// Calls `body` with the blobs that each killed process had announced, and withdraws the
    /// announcement when `body` returns.
    ///
    /// - Throws: the error of `body`; ``TimelineError/storageFailed(_:)``.
    func abandoned(_ body: ([BlobID]) throws -> Void) throws
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

    /// Removes the blob immediately, for stores where that is fast.
    public func discard(_ id: BlobID) throws { try remove(id) }

    /// Does nothing: ``discard(_:)`` has already removed the bytes.
    public func deleteDiscarded(_ ids: [BlobID]) throws {}

    /// Always `false`, for stores that retain nothing.
    public func isSetAside(_ id: BlobID) throws -> Bool { false }

    /// Does nothing.
    public func bringBack(_ id: BlobID) throws {}
}
