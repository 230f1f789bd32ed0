import Foundation

/// The engine of a local-first photo-sharing app: accounts, posts, follows, likes, comments, feeds.
///
/// It owns the rules: who may do what, and which values are taken. What it knows lies in a
/// ``Repository``, the photos' bytes in a ``BlobStore``. Every call runs its blocking work in a lane of
/// Dispatch threads and returns after the commit; it throws ``TimelineError/busy`` when too much work waits
/// (``EngineLimits``), and `CancellationError` when its task is cancelled before the work begins.
public struct TimelineEngine: Sendable {
    let repository: any Repository
    let blobs: any BlobStore
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
    let upkeep: WorkQueue

    /// Makes an engine of its parts.
    ///
    /// - Parameters:
    ///   - repository: the shared and the private data.
    ///   - blobs: the photos' bytes.
    ///   - hasher: the password hashing.
    ///   - photoProcessor: checks and strips pictures. The default reads headers only and returns photos to nobody but
    ///     those who shared them; `TimelineMedia` has a `MediaPhotoProcessor` that does everything.
    ///   - environment: time, randomness and processors.
    ///   - limits: how much work may wait.
    public init(
        repository: any Repository,
        blobs: any BlobStore,
        hasher: any PasswordHasher,
        photoProcessor: any PhotoProcessor = HeaderOnlyPhotoProcessor(),
        environment: TimelineEnvironment = .system,
        limits: EngineLimits = EngineLimits()
    ) {
        self.repository = repository
        self.blobs = blobs
        self.hasher = hasher
        self.photoProcessor = photoProcessor
        self.environment = environment
        reads = WorkQueue(repository.lanes.reads, bound: limits.waitingReads)
        writes = WorkQueue(repository.lanes.writes, bound: limits.waitingWrites)
        fileWrites = WorkQueue(repository.lanes.fileWrites, bound: limits.waitingWrites)
        hashes = WorkQueue(.hashing, bound: limits.waitingHashes)
        pictures = WorkQueue(.pictures, bound: limits.waitingPictures)
        upkeep = WorkQueue(repository.lanes.upkeep)
    }

    /// Answers a question about one moment on a Dispatch thread.
    package func read<Answer: Sendable>(
        _ query: @escaping @Sendable (any SocialReader) throws -> Answer
    ) async throws -> Answer {
        try await reads.run { [repository] in try repository.read(query) }
    }

    /// Makes one change as `author`, checked and stamped inside the transaction.
    ///
    /// - Parameters:
    ///   - author: who makes it.
    ///   - action: what is to be done, given what is there; `nil` when nothing has to be.
    /// - Returns: the stamp of the change, `nil` when there was none to make.
    /// - Throws: ``TimelineError/userNotFound(_:)`` when the author is not there; what `action` throws; the
    ///   error of a value that is not allowed; a failure of storage.
    @discardableResult
    func change(
        by author: User.ID,
        _ action: @escaping @Sendable (any SocialReader) throws -> Change.Action?
    ) async throws -> PushID? {
        try await writes.run {
            try repository.apply { try batch(by: author, $0, action) }.first?.stamp
        }
    }

    /// The change that `author` makes of the present state, stamped and checked; empty when there is none to
    /// make.
    func batch(
        by author: User.ID,
        _ reader: any SocialReader,
        _ action: (any SocialReader) throws -> Change.Action?
    ) throws -> CheckedBatch {
        _ = try reader.requireUser(author)
        return try mint([action(reader)].compactMap(\.self), by: author, above: reader)
    }

    /// Stamps and checks what an author does.
    func mint(
        _ actions: [Change.Action],
        by author: User.ID,
        above reader: any SocialReader
    ) throws -> CheckedBatch {
        try CheckedBatch(minting: actions, by: author, above: reader, environment)
    }

    /// Validates changes that were made elsewhere, such as an import's.
    ///
    /// - Throws: the ``TimelineError`` of the first value that is not allowed.
    public func check(_ changes: [Change]) throws(TimelineError) -> CheckedBatch {
        try CheckedBatch(checking: changes, now: environment.now())
    }

    /// Applies changes that were made elsewhere or earlier, such as an import's: each value is checked,
    /// and nothing is taken when one is refused.
    ///
    /// Who may do what is the business of whoever made the changes.
    ///
    /// - Parameters:
    ///   - changes: what was done, in any order.
    ///   - photos: the bytes of photos that the changes name, kept before the changes commit.
    /// - Throws: the error of a value that is not allowed; ``TimelineError/identifierConflict(_:)``; a
    ///   failure of storage.
    public func apply(_ changes: [Change], photos: [PhotoFile] = []) async throws {
        let batch = try check(changes)
        _ = try await keeping(photos) { _ in batch }
    }
}
