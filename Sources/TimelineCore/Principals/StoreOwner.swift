/// Whoever may write the store's folder: opens the store, and acts for all of it.
///
/// An owner loads demo data and archives, lets people claim imported users, resets passwords, backs the
/// store up and checks it. A server receives ``guest`` only, and so can neither do this nor act for a
/// user without a session.
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

    /// Opens a store on its parts.
    ///
    /// - Parameters:
    ///   - repository: the shared and the private data.
    ///   - blobs: the photos' bytes.
    ///   - renditions: smaller copies of the photos, deleted along with them.
    ///   - hasher: the password hashing.
    ///   - photoProcessor: checks and strips pictures. The default reads headers only and returns photos to
    ///     nobody but the users who shared them; `TimelineMedia` has a `MediaPhotoProcessor` that does everything.
    ///   - environment: time, randomness and processors.
    ///   - limits: how much work may wait.
    public init(
        repository: any Repository,
        blobs: any BlobStore,
        renditions: (any RenditionStore)? = nil,
        hasher: any PasswordHasher,
        photoProcessor: any PhotoProcessor = HeaderOnlyPhotoProcessor(),
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

    /// Checks and strips pictures.
    package var photoProcessor: any PhotoProcessor { engine.photoProcessor }

    /// The store for readers without an account: the only principal that a server needs.
    public var guest: Guest { Guest(engine: engine) }

    /// The store for one user, without a login; calls throw ``TimelineError/userNotFound(_:)`` while the user
    /// does not exist.
    public func acting(as user: User.ID) -> UserSession {
        UserSession(of: user, credential: .vouched(user), engine: engine)
    }

    /// Applies changes that were made elsewhere or earlier, such as an import's: each value is checked, and
    /// nothing is applied when one is rejected.
    ///
    /// The caller vouches for the authors.
    ///
    /// - Parameters:
    ///   - changes: the changes, in any order.
    ///   - photos: the bytes of photos that the changes reference, written before the changes commit; bytes without a
    ///     reference after the commit are removed.
    /// - Throws: the error of a value that is not allowed; ``TimelineError/identifierConflict(_:)``; a
    ///   failure of storage.
    public func apply(_ changes: [Change], photos: [PhotoFile] = []) async throws {
        try await engine.apply(changes, photos: photos)
    }

    /// Validates changes that were made elsewhere, for a repository to apply.
    ///
    /// - Throws: the ``TimelineError`` of the first value that is not allowed.
    public func check(_ changes: [Change]) throws(TimelineError) -> CheckedBatch {
        try CheckedBatch(checking: changes, now: engine.environment.now())
    }
}
