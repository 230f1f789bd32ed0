import Foundation

/// The parts of a store that all principals share: a ``Repository``, a ``BlobStore``, the lanes of blocking work.
///
/// Apps never hold one. They open a ``StoreOwner`` and call a ``Guest`` or a ``UserSession``, which check
/// the right of each call. Calls run blocking work in a lane of Dispatch threads and return after the commit;
/// they throw ``TimelineError/busy`` when too much work waits (``EngineLimits``), and `CancellationError`
/// when their task is cancelled before the work begins.
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
    /// A test that blocks hashing sets a queue of its own, so that it blocks no other test.
    package var hashes: WorkQueue
    package let pictures: WorkQueue
    /// Writes that may be given up; see ``note(_:)``.
    private let notes: WorkQueue
    let upkeep: WorkQueue

    /// Makes an engine of the parts that ``StoreOwner`` documents.
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

    /// Answers a question about one moment on a Dispatch thread.
    package func read<Answer: Sendable>(
        _ query: @escaping @Sendable (any SocialReader) throws -> Answer
    ) async throws -> Answer {
        try await reads.run { [repository] in try repository.read(query) }
    }

    /// Reads one snapshot of shared and private data.
    package func readWithAccounts<Answer: Sendable>(
        _ query: @escaping @Sendable (any SocialReader, any AccountReader) throws -> Answer
    ) async throws -> Answer {
        try await reads.run { [repository] in try repository.read(query) }
    }

    /// Writes private data that nothing depends on, and gives up where the storage cannot be written to at once
    /// or too many such writes wait.
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

    /// The change that `author` makes, given the store, minted and checked; empty when nothing has to change.
    func batch(
        by author: User.ID,
        _ reader: any SocialReader,
        _ action: (any SocialReader) throws -> Change.Action?
    ) throws -> CheckedBatch {
        _ = try reader.requireUser(author)
        return try mint([action(reader)].compactMap(\.self), by: author, above: reader)
    }

    /// Mints and checks the changes that an author makes.
    func mint(
        _ actions: [Change.Action],
        by author: User.ID,
        above reader: any SocialReader
    ) throws -> CheckedBatch {
        try CheckedBatch(minting: actions, by: author, above: reader, environment)
    }

    /// Applies changes that were made elsewhere or earlier, such as an import's: each value is checked,
    /// and nothing is taken when one is refused.
    ///
    /// Who may do what is the business of whoever made the changes.
    ///
    /// - Parameters:
    ///   - changes: what was done, in any order.
    ///   - photos: the bytes of photos that the changes reference, stored before the changes commit; bytes without a
    ///     reference after the commit are removed.
    /// - Throws: the error of a value that is not allowed; ``TimelineError/identifierConflict(_:)``; a
    ///   failure of storage.
    package func apply(_ changes: [Change], photos: [PhotoFile] = []) async throws {
        let batch = try CheckedBatch(checking: changes, now: environment.now())
        _ = try await keeping(photos) { _, _ in batch }
    }

    /// Applies changes made elsewhere that `draft` chooses by the state inside the transaction.
    ///
    /// - Throws: what ``apply(_:photos:)`` and `draft` throw.
    package func apply(
        photos: [PhotoFile],
        choosing draft: @escaping @Sendable (any SocialReader, any AccountReader) throws -> [Change]
    ) async throws {
        _ = try await keeping(photos) { [environment] reader, accounts in
            try CheckedBatch(checking: draft(reader, accounts), now: environment.now())
        }
    }
}
