public import Foundation
import TimelineCrypto

/// A store for blobs, which are identified by the SHA-256 digest of their bytes.
///
/// ## Laws
/// - **Content-addressed.** The bytes that ``data(for:)`` returns always match the ID.
/// - **Durable.** Once ``put(_:)`` has returned, the bytes survive a system crash.
/// - **Idempotent.** Storing the same bytes again, or removing a missing blob, changes nothing.
/// - **Announced blobs stay.** A blob that is stored while any process reserves it as
///   ``BlobReservation/storing`` is not removed before the reservation ends.
/// - **Referenced blobs stay.** ``removeOrphaned(_:retaining:referenced:)`` never removes a
///   referenced blob, and ``data(for:)`` returns such a blob even while a removal is running.
/// - **Recoverable.** ``removeAbandoned(referenced:)`` completes the work of processes that were
///   killed.
///
/// These methods must not be called inside a repository transaction, because a repository may run
/// the same transaction more than once.
///
/// ```swift
/// let id = try blobs.put(jpeg)
/// let copy = try blobs.data(for: id)
/// ```
public protocol BlobStore: Sendable {
    /// Stores a blob atomically under its existing ID, without hashing the bytes again.
    func put(_ blob: Blob) throws

    /// Moves complete files into the store, without hashing their bytes again.
    ///
    /// All of them are durable when the call returns. If it throws an error, some may have been
    /// moved.
    ///
    /// - Parameter files: The files and the IDs of their bytes.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func adopt(_ files: [(id: BlobID, file: URL)]) throws

    /// Returns the bytes of a blob, or `nil` if the store does not contain it.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)`` if the bytes cannot be read or no longer match
    ///   the ID.
    func data(for id: BlobID) throws -> Data?

    /// Returns whether the store contains a blob, without checking the bytes.
    func contains(_ id: BlobID) throws -> Bool

    /// Returns those of the given blobs that the store contains, without checking the bytes.
    ///
    /// A blob that another process is removing or restoring during the call may be left out.
    func contained(among ids: Set<BlobID>) throws -> Set<BlobID>

    /// Returns the size of a blob in bytes, or `nil` if the store does not contain it, without
    /// checking the bytes.
    func byteCount(of id: BlobID) throws -> Int?

    /// Returns whether the store contains a blob and its bytes match the ID.
    func isWhole(_ id: BlobID) throws -> Bool

    /// Removes those of the given blobs that are neither referenced nor reserved as
    /// ``BlobReservation/storing`` by a running process.
    ///
    /// The store first sets the blobs aside, then reads the reservations, then calls `referenced`,
    /// and finally restores or deletes each blob. Another process may have found a blob in the
    /// store and therefore not written it again. In this case, the store sees that process's
    /// reservation or its reference to the blob.
    ///
    /// - Parameters:
    ///   - ids: The IDs of the blobs to remove if they are orphaned.
    ///   - isRetaining: Whether to retain the bytes of removed blobs outside the store, if the
    ///     store supports this. ``restore(_:)`` restores them.
    ///   - referenced: A closure that returns those of the given blobs that are referenced,
    ///     according to a snapshot that begins after the call. It may be called several times.
    /// - Returns: The IDs of the removed blobs.
    /// - Throws: Any error thrown by `referenced`, or ``TimelineError/storageFailed(_:)``. In
    ///   either case, some orphaned blobs may remain.
    @discardableResult
    func removeOrphaned(
        _ ids: [BlobID],
        retaining isRetaining: Bool,
        referenced: ([BlobID]) throws -> Set<BlobID>
    ) throws -> [BlobID]

    /// Cleans up after processes that were killed.
    ///
    /// Of the blobs that these processes had reserved or set aside, orphaned blobs are removed and
    /// all other blobs are restored.
    ///
    /// - Parameter referenced: A closure that returns those of the given blobs that are referenced.
    ///   See ``removeOrphaned(_:retaining:referenced:)``.
    /// - Returns: The IDs of the removed blobs.
    /// - Throws: Any error thrown by `referenced`, or ``TimelineError/storageFailed(_:)``.
    @discardableResult
    func removeAbandoned(referenced: ([BlobID]) throws -> Set<BlobID>) throws -> [BlobID]

    /// Returns whether the bytes of a removed blob were retained and match the ID.
    func isSetAside(_ id: BlobID) throws -> Bool

    /// Restores a blob from its retained bytes.
    func restore(_ id: BlobID) throws

    /// Returns one page of the IDs of all blobs, in ascending order.
    ///
    /// - Parameters:
    ///   - cursor: The last ID on the previous page, or `nil` for the first page.
    ///   - limit: The maximum number of IDs on the page.
    /// - Returns: The requested page.
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    func page(after cursor: BlobID?, limit: Int) throws -> Page<BlobID, BlobID>

    /// Reserves blobs while `body` runs.
    ///
    /// If `body` throws an error, the blobs are treated as if the process had crashed:
    /// ``removeAbandoned(referenced:)`` removes them if they are orphaned.
    ///
    /// - Parameters:
    ///   - ids: The IDs of the blobs to reserve.
    ///   - reservation: Whether `body` stores or removes the blobs.
    ///   - body: A closure that either stores the blobs and commits the change that references
    ///     them, or commits a change that drops references and removes the orphaned blobs.
    /// - Returns: The result of `body`.
    /// - Throws: Any error thrown by `body`, or ``TimelineError/storageFailed(_:)``.
    func reserving<Result>(
        _ ids: [BlobID],
        as reservation: BlobReservation,
        _ body: () throws -> Result
    ) throws -> Result

    /// Returns the IDs of all reserved blobs, including those reserved by processes that were
    /// killed.
    func reserved() throws -> Set<BlobID>
}

extension BlobStore {
    /// Returns the size of a blob in bytes, which this default implementation reads.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func byteCount(of id: BlobID) throws -> Int? { try data(for: id)?.count }
}

/// The purpose for which a process reserves blobs.
public enum BlobReservation: Hashable, Sendable {
    /// The process stores the blobs and then references them.
    ///
    /// No process may remove the blobs before they are referenced.
    case storing
    /// The process drops references to the blobs and then removes those that are orphaned.
    case removing
}

extension BlobStore {
    /// Hashes `content`, stores it atomically and returns its ID.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    @discardableResult
    public func put(_ content: Data) throws -> BlobID {
        let blob = Blob(content)
        try put(blob)
        return blob.id
    }

    /// Reads, stores and deletes one file after another.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func adopt(_ files: [(id: BlobID, file: URL)]) throws {
        for (_, file) in files {
            let folder = try OpenFolder(file.deletingLastPathComponent())
            guard let content = try folder?.read(file.lastPathComponent) else { continue }
            try put(content)
            try folder?.remove(file.lastPathComponent)
        }
    }

    /// Looks up one blob after another.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    public func contained(among ids: Set<BlobID>) throws -> Set<BlobID> {
        try ids.filter { try contains($0) }
    }

    /// Returns the IDs of all blobs in ascending order, reading them page by page.
    ///
    /// - Throws: ``TimelineError/storageFailed(_:)``.
    package func all() throws -> [BlobID] {
        try Page.all { try page(after: $0, limit: 10_000) }
    }

    /// Returns `false`, because stores do not retain removed blobs by default.
    public func isSetAside(_ id: BlobID) throws -> Bool { false }

    /// Does nothing, because stores do not retain removed blobs by default.
    public func restore(_ id: BlobID) throws {}
}

/// The bytes of a blob together with their ID.
///
/// The ID is computed only once, when the value is created.
public struct Blob: Sendable {
    /// The ID of the blob: the SHA-256 digest of its bytes.
    public let id: BlobID
    /// The bytes of the blob.
    public let content: Data

    /// Creates a blob by hashing `content`.
    public init(_ content: Data) {
        id = BlobID(of: content)
        self.content = content
    }

    /// Creates a blob from a hash that was computed while `content` was read.
    init(_ content: Data, hash: SHA256Digest) {
        id = BlobID(hash)
        self.content = content
    }
}

/// Support for pages of blob IDs.
///
/// The last ID on a page is also the cursor of the next page.
extension BlobID: PageItem {
    /// The key of blob IDs in an encoded page: "blobs".
    public static var pageKey: String { "blobs" }
}

extension Page<BlobID, BlobID> {
    /// Creates a page by sorting IDs in ascending order.
    ///
    /// - Parameters:
    ///   - ids: The IDs after the cursor, in any order and without duplicates. IDs beyond the limit
    ///     are dropped.
    ///   - limit: The maximum number of IDs on the page.
    package init(sorting ids: some Sequence<BlobID>, limit: Int) {
        let sorted = Array(ids.sorted().prefix(max(0, limit)))
        self.init(sorted, next: sorted.count == limit ? sorted.last : nil)
    }
}

/// A store for renditions of photos.
///
/// The engine deletes the renditions along with the photos' blobs.
public protocol RenditionStore: Sendable {
    /// Tries to delete the renditions of the given photos.
    ///
    /// Renditions that cannot be deleted are harmless.
    func removeRenditions(of blobs: [BlobID])
}
