/// The owner of a store, who opens it and has all permissions.
///
/// The owner imports archives and demo data, creates accounts for imported users, resets passwords,
/// makes backups, and checks and repairs the store. Pass only ``guest`` to a server, so that the
/// server can do none of this and cannot act for a user without a session.
///
/// ```swift
/// let owner = StoreOwner(
///     repository: try SQLiteRepository(file: folder.appending(path: "timeline.sqlite")),
///     blobs: try FolderBlobStore(folder: folder.appending(path: "blobs")),
///     hasher: Argon2Hasher()
/// )
/// let login = try await owner.guest.signUp(form, label: "this device")
/// ```
public struct StoreOwner: Sendable {
    package var engine: TimelineEngine

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - repository: The storage for shared and private data.
    ///   - blobs: The storage for the photos' bytes.
    ///   - renditions: The storage for smaller copies of photos, which are deleted along with the
    ///     photos.
    ///   - hasher: The password hasher.
    ///   - photoProcessor: The processor that creates the copies of pictures that other users see.
    ///     The default strips metadata. `MediaPhotoProcessor` in `TimelineMedia` also decodes
    ///     pictures to check them and to create ThumbHashes and previews.
    ///   - environment: The clock, random number generator and processor count.
    ///   - limits: The maximum lengths of the queues.
    public init(
        repository: any Repository,
        blobs: any BlobStore,
        renditions: (any RenditionStore)? = nil,
        hasher: any PasswordHasher,
        photoProcessor: any PhotoProcessor = StrippingPhotoProcessor(),
        environment: TimelineEnvironment = .system,
        limits: EngineLimits = EngineLimits()
    ) {
        engine = TimelineEngine(
            repository: repository,
            blobs: blobs,
            renditions: renditions,
            hasher: hasher,
            photoProcessor: photoProcessor,
            environment: environment,
            limits: limits
        )
    }

    init(engine: TimelineEngine) { self.engine = engine }

    /// The processor that creates the copies of pictures that other users see.
    package var photoProcessor: any PhotoProcessor { engine.photoProcessor }

    /// The principal for readers without an account.
    ///
    /// A server needs no other principal.
    public var guest: Guest { Guest(engine: engine) }

    /// Returns a session that acts on behalf of a user, without requiring a login.
    ///
    /// Its calls throw ``TimelineError/userNotFound(_:)`` if the user does not exist.
    public func acting(as user: User.ID) -> UserSession {
        UserSession(of: user, credential: .vouched(user), engine: engine)
    }

    /// Applies signed records that were made elsewhere or earlier, either all or none.
    ///
    /// - Parameters:
    ///   - records: The records, in any order.
    ///   - photos: The photos that the records share. Their bytes are stored before the records are
    ///     committed. Blobs that are orphaned after the commit are removed.
    /// - Throws: ``TimelineError/identifierInFuture(_:)`` or a storage error.
    public func apply(_ records: [VerifiedRecord], photos: [PreparedPhoto] = []) async throws {
        try await engine.apply(photos: photos) { _, _ in records }
    }

    /// Checks the stamps of signed records, so that a repository can apply the records.
    ///
    /// - Throws: ``TimelineError/identifierInFuture(_:)``.
    public func check(_ records: [VerifiedRecord]) throws(TimelineError) -> ValidatedBatch {
        try ValidatedBatch(checking: records, now: engine.environment.now())
    }
}
