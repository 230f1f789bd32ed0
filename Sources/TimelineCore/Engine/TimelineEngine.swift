import Foundation

/// The parts of a store that all principals share: a ``Repository``, a ``BlobStore`` and the lanes
/// for blocking work.
///
/// Apps never use the engine directly. They open a ``StoreOwner`` and call a ``Guest`` or a
/// ``UserSession``, which check permissions on every call. Calls run blocking work in a lane of
/// Dispatch threads and return after the commit. They throw ``TimelineError/busy`` when the queue
/// is full (``EngineLimits``), and `CancellationError` when their task is cancelled before the work
/// starts.
package struct TimelineEngine: Sendable {
    let repository: any Repository
    let blobs: any BlobStore
    let renditions: (any RenditionStore)?
    let hasher: any PasswordHasher
    package let photoProcessor: any PhotoProcessor
    package let environment: TimelineEnvironment
    package let reads: WorkQueue
    package let writes: WorkQueue
    /// Writes that also store or delete files.
    package let fileWrites: WorkQueue
    /// Tests that block hashing replace this queue, so that they block no other test.
    package var hashes: WorkQueue
    package let pictures: WorkQueue
    /// Writes that may be skipped; see ``note(_:)``.
    private let notes: WorkQueue
    let upkeep: WorkQueue

    /// Creates an engine; ``StoreOwner`` documents the parameters.
    init(
        repository: any Repository,
        blobs: any BlobStore,
        renditions: (any RenditionStore)? = nil,
        hasher: any PasswordHasher,
        photoProcessor: any PhotoProcessor,
        environment: TimelineEnvironment,
        limits: EngineLimits
    ) {
        self.repository = repository
        self.blobs = blobs
        self.renditions = renditions
        self.hasher = hasher
        self.photoProcessor = photoProcessor
        self.environment = environment
        reads = WorkQueue(repository.lanes.reads, bound: limits.waitingReads)
        writes = WorkQueue(repository.lanes.writes, bound: limits.waitingWrites)
        fileWrites = WorkQueue(repository.lanes.fileWrites, bound: limits.waitingWrites)
        hashes = WorkQueue(.hashing, bound: limits.waitingHashes)
        pictures = WorkQueue(.pictures, bound: limits.waitingPictures)
        notes = WorkQueue(repository.lanes.notes, bound: 16)
        upkeep = WorkQueue(repository.lanes.upkeep)
    }

    /// Reads one snapshot of shared data in the lane for reads.
    package func read<Answer: Sendable>(
        _ query: @escaping @Sendable (any SocialReader) throws -> Answer
    ) async throws -> Answer {
        try await reads.run { [repository] in try repository.read(query) }
    }

    /// Reads one snapshot of shared and private data in the lane for reads.
    package func readWithAccounts<Answer: Sendable>(
        _ query: @escaping @Sendable (any SocialReader, any AccountReader) throws -> Answer
    ) async throws -> Answer {
        try await reads.run { [repository] in try repository.read(query) }
    }

    /// Writes private data that may be lost; does nothing if the storage is locked or the queue is
    /// full.
    ///
    /// - Throws: the error of `update`; `CancellationError`; a failure of the store itself.
    func note(
        _ update: @escaping @Sendable (any SocialReader, any AccountWriter) throws -> Void
    ) async throws {
        do {
            try await notes.run { [repository] in try repository.writeAccountsIfPossible(update) }
        } catch TimelineError.busy {
            return
        }
    }

    /// Mints and validates the change that `action` returns; the batch is empty when it returns
    /// `nil`.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)`` when `author` does not exist; the error of
    ///   `action`; the errors of ``mint(_:by:above:)``.
    func batch(
        by author: User.ID,
        _ reader: any SocialReader,
        _ action: (any SocialReader) throws -> Change.Action?
    ) throws -> CheckedBatch {
        _ = try reader.requireUser(author)
        return try mint([action(reader)].compactMap(\.self), by: author, above: reader)
    }

    /// Mints and validates an author's changes, in order.
    func mint(
        _ actions: [Change.Action],
        by author: User.ID,
        above reader: any SocialReader
    ) throws -> CheckedBatch {
        try CheckedBatch(minting: actions, by: author, above: reader, environment)
    }

    /// Applies changes that were made elsewhere or earlier, such as an import's: validates each
    /// value and applies all of them or none.
    ///
    /// Checks no permissions; the caller vouches for the authors.
    ///
    /// - Parameters:
    ///   - changes: the changes, in any order.
    ///   - photos: the photos that the changes share, whose bytes are stored before the changes
    ///     commit; blobs that are orphaned after the commit are removed.
    /// - Throws: the ``TimelineError`` of the first invalid value;
    ///   ``TimelineError/identifierConflict(_:)``; a failure of storage.
    package func apply(_ changes: [Change], photos: [PreparedPhoto] = []) async throws {
        let batch = try CheckedBatch(checking: changes, now: environment.now())
        _ = try await keeping(photos) { _, _ in batch }
    }

    /// Applies changes made elsewhere that `draft` chooses, given the state inside the transaction.
    ///
    /// - Throws: the errors of ``apply(_:photos:)`` and of `draft`.
    package func apply(
        photos: [PreparedPhoto],
        choosing draft: @escaping @Sendable (any SocialReader, any AccountReader) throws -> [Change]
    ) async throws {
        _ = try await keeping(photos) { [environment] reader, accounts in
            try CheckedBatch(checking: draft(reader, accounts), now: environment.now())
        }
    }
}
