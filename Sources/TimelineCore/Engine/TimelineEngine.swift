import Foundation

/// The components of a store that all principals share: a ``Repository``, a ``BlobStore`` and
/// queues for blocking work.
///
/// Apps never use the engine directly. Instead, they open a ``StoreOwner`` and call a ``Guest`` or
/// a ``UserSession``, which check permissions on every call. Calls run blocking work on dedicated
/// Dispatch threads and return after the commit. They throw ``TimelineError/busy`` if the queue is
/// full (see ``EngineLimits``), and `CancellationError` if their task is cancelled before the work
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
    /// The queue for writes that also store or delete files.
    package let fileWrites: WorkQueue
    /// The queue for password hashing.
    ///
    /// Tests that block hashing replace it, so that they do not block other tests.
    package var hashes: WorkQueue
    package let pictures: WorkQueue
    /// The queue for writes that may be skipped.
    ///
    /// See ``writeBestEffort(_:)``.
    private let bestEffortWrites: WorkQueue
    /// The queue for reading the files of photos.
    package let files: WorkQueue
    let upkeep: WorkQueue

    /// Creates an engine.
    ///
    /// The initializer of ``StoreOwner`` documents the parameters.
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
        bestEffortWrites = WorkQueue(repository.lanes.bestEffortWrites, bound: 16)
        files = WorkQueue(repository.lanes.files, bound: limits.waitingReads)
        upkeep = WorkQueue(repository.lanes.upkeep)
    }

    /// Runs a query on one snapshot of shared and private data, using the read queue.
    package func read<Result: Sendable>(
        _ query: @escaping @Sendable (any SocialReader, any AccountReader) throws -> Result
    ) async throws -> Result {
        try await reads.run { [repository] in try repository.read(query) }
    }

    /// Runs a query that may wait for the blob store on one snapshot.
    ///
    /// - Throws: Any error thrown by `query`, or a storage error.
    package func readAtLength<Result: Sendable>(
        _ query: @escaping @Sendable (any SocialReader, any AccountReader) throws -> Result
    ) async throws -> Result {
        try await reads.run { [repository] in try repository.readAtLength(query) }
    }

    /// Writes optional private data, such as the last use of a session.
    ///
    /// Does nothing if the storage is read-only, full or locked, or if the queue is full. For a
    /// second afterwards, further calls do nothing either, so that they do not all wait for a lock,
    /// one after another.
    ///
    /// - Throws: Any error thrown by `update`, `CancellationError`, or an error that concerns the
    ///   store as a whole, such as ``TimelineError/storeTooNew``.
    func writeBestEffort(
        _ update: @escaping @Sendable (any SocialReader, any AccountWriter) throws -> Void
    ) async throws {
        do {
            try await bestEffortWrites.run { [repository, environment] in
                let (now, lanes) = (environment.now(), repository.lanes)
                // The clock may also have gone backwards.
                let pause = abs(now.timeIntervalSince(lanes.lastSkippedWrite.withLock(\.self)))
                guard pause >= 1 else { return }
                if try !repository.writeAccountsIfPossible(update) {
                    lanes.lastSkippedWrite.withLock { $0 = now }
                }
            }
        } catch TimelineError.busy {
            return
        }
    }

    /// Mints the records of the intent that `draft` returns.
    ///
    /// If `draft` returns `nil`, the batch is empty.
    ///
    /// - Throws: ``TimelineError/userNotFound(_:)`` if `author` does not exist, or any error thrown
    ///   by `draft` or ``mint(_:by:above:_:)``.
    func batch(
        by author: User.ID,
        in reader: any SocialReader,
        _ accounts: any AccountReader,
        drafting draft: (any SocialReader) throws -> Intent?
    ) throws -> ValidatedBatch {
        _ = try reader.requireUser(author)
        return try mint([draft(reader)].compactMap(\.self), by: author, above: reader, accounts)
    }

    /// Mints and signs the records of an author's intents, in order.
    ///
    /// - Throws: The error for the first invalid value, ``TimelineError/userBlocked(_:)`` or
    ///   ``TimelineError/blockedByUser(_:)`` if an intent concerns a user who may not be reached, or
    ///   any error thrown by ``deviceKey(of:_:_:)`` or ``RecordMinter``.
    func mint(
        _ intents: [Intent],
        by author: User.ID,
        above reader: any SocialReader,
        _ accounts: any AccountReader,
        _ environment: TimelineEnvironment? = nil
    ) throws -> ValidatedBatch {
        guard !intents.isEmpty else { return .empty }
        for intent in intents { try reader.requireUnblocked(intent, by: author) }
        let key = try deviceKey(of: author, reader, accounts)
        let environment = environment ?? self.environment
        var minter = try RecordMinter(key: key, author: author, above: reader, environment)
        return try minter.batch(of: intents)
    }

    /// Returns the key with which this device signs a user's records.
    ///
    /// - Throws: ``TimelineError/deviceKeyRevoked`` if the key has been revoked, because the other
    ///   devices would drop the records, ``TimelineError/userHasNoAccount(_:)`` if this device has
    ///   no key of the user, or a storage error.
    func deviceKey(
        of author: User.ID,
        _ reader: any SocialReader,
        _ accounts: any AccountReader
    ) throws -> SigningKey {
        guard let key = try accounts.signingKey(of: author) else {
            let name = try reader.user(author)?.username ?? author.description
            throw TimelineError.userHasNoAccount(name)
        }
        guard
            try !reader.isRevoked(key.id, of: author),
            try !accounts.isDeviceKey(of: author, marked: .revoked)
        else { throw TimelineError.deviceKeyRevoked }
        return key
    }

    /// Creates a minter of a user's records.
    func minter(
        for author: User.ID,
        _ key: SigningKey,
        above reader: any SocialReader
    ) throws -> RecordMinter {
        try RecordMinter(key: key, author: author, above: reader, environment)
    }

    /// Adds records that were made elsewhere or earlier, for example by an import, either all or
    /// none.
    ///
    /// - Parameters:
    ///   - photos: The photos that the records share. Their bytes are stored before the records are
    ///     committed. Blobs that are orphaned after the commit are removed.
    ///   - draft: Returns the records, in any order, given the state inside the transaction.
    /// - Throws: ``TimelineError/identifierInFuture(_:)``, any error thrown by `draft`, or a storage
    ///   error.
    package func addRecords(
        photos: [PreparedPhoto],
        drafting draft:
            @escaping @Sendable (any SocialReader, any AccountReader) throws -> [VerifiedRecord]
    ) async throws {
        _ = try await keeping(photos) { [environment] reader, accounts in
            try ValidatedBatch(checking: draft(reader, accounts), now: environment.now())
        }
    }
}

/// The maximum lengths of an engine's queues.
///
/// If a queue is full, calls immediately throw ``TimelineError/busy``.
///
/// Work that is already running does not count towards a limit. A queued call uses only a few
/// hundred bytes, so the purpose of the limits is to bound waiting times, not memory.
///
/// ```swift
/// var limits = EngineLimits()
/// limits.waitingReads = 1000
/// ```
public struct EngineLimits: Hashable, Sendable {
    /// The maximum number of queued reads.
    ///
    /// Reads of photos have a separate queue of the same length.
    public var waitingReads = 256
    /// The maximum number of queued writes.
    ///
    /// Writes with photos have a separate queue of the same length.
    public var waitingWrites = 64
    /// The maximum number of queued password hashes.
    ///
    /// Sixteen hashes take about a second.
    public var waitingHashes = 16
    /// The maximum number of queued calls that check or strip pictures.
    public var waitingPictures = 64

    /// Creates the default limits.
    public init() {}
}
