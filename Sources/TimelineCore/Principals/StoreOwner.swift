/// The owner of a store's folder: opens the store, with permission for everything.
///
/// The owner imports archives and demo data, creates accounts for imported users, resets passwords,
/// makes backups, and checks and repairs the store. Give a server only the ``guest``; it then
/// cannot do any of this, nor act for a user without a session.
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
    ///   - repository: stores the shared and the private data.
    ///   - blobs: stores the photos' bytes.
    ///   - renditions: stores smaller copies of the photos, which are deleted along with them.
    ///   - hasher: hashes passwords.
    ///   - photoProcessor: makes the copies of pictures that others see. The default strips
    ///     metadata; `MediaPhotoProcessor` in `TimelineMedia` also decodes pictures, to check them
    ///     and to make ThumbHashes and previews.
    ///   - environment: the clock, randomness and the number of processors.
    ///   - limits: the lengths of the queues.
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

    /// Makes the copies of pictures that others see.
    package var photoProcessor: any PhotoProcessor { engine.photoProcessor }

    /// The principal for readers without an account; the only one that a server needs.
    public var guest: Guest { Guest(engine: engine) }

    /// Returns a session for a user without a login; its calls throw
    /// ``TimelineError/userNotFound(_:)`` if the user does not exist.
    public func acting(as user: User.ID) -> UserSession {
        UserSession(of: user, credential: .vouched(user), engine: engine)
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
    public func apply(_ changes: [Change], photos: [PreparedPhoto] = []) async throws {
        try await engine.apply(changes, photos: photos)
    }

    /// Validates changes that were made elsewhere, for a repository to apply.
    ///
    /// - Throws: the ``TimelineError`` of the first invalid value.
    public func check(_ changes: [Change]) throws(TimelineError) -> CheckedBatch {
        try CheckedBatch(checking: changes, now: engine.environment.now())
    }
}
